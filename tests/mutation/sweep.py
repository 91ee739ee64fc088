"""Mutations of src/sweep."""

from mutation import Mutation

SWEEPS = [("sweep_test", "*")]


def of(what, file, old, new, equivalent=""):
    return Mutation(what, "src/sweep/" + file, old, new, SWEEPS, equivalent)


MUTATIONS = [
    of("dates of more than ten characters", "dates.cc", "text.size() != 10", "text.size() < 10"),
    of("dates with a letter for a digit", "dates.cc", "parsed.ptr != end", "false"),
    of("a day that the month does not have", "dates.cc", "!date.ok()", "!date.month().ok()"),
    of("a second sweep of a date", "add.cc", "manifest.sweeps.back().date < date",
       "manifest.sweeps.back().date <= date"),
    of("drafts of sweeps that were given up stay", "draft.cc",
       "name.starts_with(kDraft) && path != but", "false"),
    of("the draft that a run goes on with is removed", "draft.cc", "path != but", "true"),
    of("a draft of other settings is taken", "draft.cc",
       "store::same_settings(settings_of(options_), (*stored)->settings)", "Result<void>()"),
    of("a draft of other inputs is taken", "draft.cc", "known->inputs == inputs_", "true"),
    of("the files of the sweep before stay", "add.cc", "files.remove_unnamed();", ";"),
    of("the features field is not compared", "add.cc", "asked == stored",
       "asked.front_end == stored.front_end && asked.shingle == stored.shingle && "
       "asked.sketch == stored.sketch"),
    of("URLs gone for long are gone again", "page_merge.cc",
       "summary.gone += in_last_sweep(rows);", "summary.gone += !rows.empty();"),
    of("a name is stored again with every version", "page_merge.cc", "old ? &*old : nullptr",
       "nullptr"),
    of("a page is named by its id before its url", "page_merge.cc",
       "names.url.empty() ? names.id : names.url", "names.id.empty() ? names.url : names.id"),
    of("sketches are not on the disk when the manifest names them", "page_merge.cc",
       "WHORL_RETURN_IF_ERROR(file->sync());",
       "if (file != &*sketches_) { WHORL_RETURN_IF_ERROR(file->sync()); }"),
    of("the pages file is not on the disk when the manifest names it", "page_merge.cc",
       "WHORL_RETURN_IF_ERROR(pages->sync());", ";"),
    of("the last bin is not reached", "drift.cc",
       "std::min<std::size_t>(9, static_cast<std::size_t>(r * 10 + 1e-9))",
       "std::min<std::size_t>(8, static_cast<std::size_t>(r * 10 + 1e-9))"),
    of("one short version is not enough", "drift.cc", "a.sketch_count == 0 || b.sketch_count == 0",
       "a.sketch_count == 0 && b.sketch_count == 0"),
    of("the total leaves out what was too short", "drift.cc", "too_short += other.too_short;", ";"),
    of("the median of an even number is the upper one", "drift.cc",
       "(days[middle - 1] + days[middle]) / 2.0", "days[middle] / 1.0"),
    of("lifetimes start at the last version", "drift.cc", "days_[rows.front().first]",
       "days_[rows.back().first]"),
    of("moves within a host move in", "drift.cc", "to->moved_in += !move.within_host;",
       "to->moved_in += 1;"),
    of("a return after a gap is a change", "drift.cc", "next->first == rows[i].last + 1",
       "next->first >= rows[i].last + 1"),
    of("a gap in the rows is no gap", "page_merge.cc", "rows.back().last + 1 == now_",
       "rows.back().last < now_"),
    of("moves between hosts come first", "moves.cc",
       """std::tuple(-a.resemblance, !a.within_host, a.gone, a.appeared) <
             std::tuple(-b.resemblance, !b.within_host, b.gone, b.appeared)""",
       """std::tuple(-a.resemblance, a.within_host, a.gone, a.appeared) <
             std::tuple(-b.resemblance, b.within_host, b.gone, b.appeared)"""),
    of("a page is where several moved to", "moves.cc", "moved_[gone] || moved_[appeared]",
       "bool(moved_[gone])"),
    of("a resemblance of just the threshold is no move", "moves.cc", "r.value < threshold_",
       "r.value <= threshold_"),
    of("equal texts are not paired within a host first", "moves.cc",
       "found != of_host.end()", "false"),
    of("empty texts are equal", "moves.cc", "sides_[i].gone && has_text(sides_[i].record)",
       "bool(sides_[i].gone)"),
    of("a living URL is sought in its earlier content", "locate.cc",
       "out.living || (!places.empty() && places.front().living)",
       "!places.empty() && places.front().living"),
    of("the oldest of the living places comes first", "locate.cc",
       """std::tuple(!a.living, b.last_seen, b.first_seen, -a.resemblance, a.url) <
             std::tuple(!b.living, a.last_seen, a.first_seen, -b.resemblance, b.url)""",
       """std::tuple(!a.living, b.last_seen, a.first_seen, -a.resemblance, a.url) <
             std::tuple(!b.living, a.last_seen, b.first_seen, -b.resemblance, b.url)"""),
    of("a place is first seen with its last version", "locate.cc",
       "if (!last) place.first_seen = store_.date(row.first);",
       "place.first_seen = store_.date(row.first);"),
    of("a place lives on with other content", "locate.cc", "last->last == store_.last_sweep()",
       "rows.back().last == store_.last_sweep()"),
    of("a query belongs to the host", "store.cc", 'host.find_first_of("/?#")', "host.find('/')"),
    of("a user belongs to the host", "store.cc", "user != host.npos", "user == 0"),
    of("the bounds of a resemblance are swapped", "json.cc", "place.low", "place.high"),
]
