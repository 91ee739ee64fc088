"""Mutations of src/store."""

from mutation import Mutation

STORE = ("store_test", "*")
JOBS = [STORE, ("cluster_test", "ClusterJob*:Shingling*-*MillionOpenTags*")]
GROW = [STORE, ("cluster_test", "*GrowingStore*/1:ClusterJob.Goes*:ChangedInputs*")]
QUERY = [STORE, ("cluster_test", "*StoreQuery*:Shingling*")]


def of(what, file, old, new, tests, equivalent=""):
    return Mutation(what, "src/store/" + file, old, new, tests, equivalent)


MUTATIONS = [
    of("records beyond the end are read", "document_table.cc",
       "table.records_->size() != count * sizeof(DocumentRecord)", "false", QUERY),
    of("a date starts with the url", "document_table.cc",
       "text.substr(record.id_bytes + record.url_bytes)", "text.substr(record.id_bytes)",
       [STORE, ("cluster_test", "Dedup*:Shingling*")]),
    of("all ids repeat the first", "document_table.cc", "!any || next->hash != first.hash", "!any",
       JOBS),
    of("a batch is made whole for who asked to stop", "batch.cc",
       "states_[i] != State::waits || !base::go_on(progress_)", "states_[i] != State::waits",
       [STORE]),
    of("names are not on the disk when a checkpoint is told", "ingest.cc",
       "WHORL_RETURN_IF_ERROR(names_->sync());", ";", GROW),
    of("sketches are not on the disk when a checkpoint is told", "ingest.cc",
       "WHORL_RETURN_IF_ERROR(sketches_->sync());", ";", GROW),
    of("a checkpoint is told before files are on the disk", "ingest.cc",
       """WHORL_RETURN_IF_ERROR(files.sync());
    safe_bytes = state.bytes;
    return target.checkpoint(state);""",
       """safe_bytes = state.bytes;
    WHORL_RETURN_IF_ERROR(target.checkpoint(state));
    return files.sync();""", GROW),
    of("positions are not on the disk when a checkpoint is told", "ingest.cc",
       "if (positions_) WHORL_RETURN_IF_ERROR(positions_->sync());", ";", [STORE]),
    of("positions that are added are counted from the beginning", "positions.cc",
       "writer.written_ = written;", ";", [STORE]),
    of("positions that are taken over end where they did", "positions.cc", "end += written_;",
       ";", [STORE]),
    of("symbols begin as far after the first as they would after the one before", "positions.cc",
       "before = begin;", ";", [STORE]),
    of("shingles are placed that a document has not", "positions.cc", "rank >= shape.set", "false",
       [STORE]),
    of("what follows positions is passed over", "positions.cc", "in.failed() || !in.done()",
       "in.failed()", [STORE]),
    of("a stopped run tells no checkpoint", "ingest.cc",
       """WHORL_RETURN_IF_ERROR(save());
      return stopped();""", "return stopped();", GROW),
    of("more is listed as skipped than there is room for", "ingest.cc",
       "state.skipped.size() < input::SkipLog::kListed", "true", JOBS),
    of("a run goes on one record early", "ingest.cc", "i < state.records", "i + 1 < state.records",
       GROW),
    of("inputs that became shorter are read on", "ingest.cc",
       "if (!more) return stream_changed();", "if (!more) return {};", GROW),
    of("inputs that changed are read on", "ingest.cc",
       "return streamed == state.streamed ? Result<void>{} : stream_changed();", "return {};", GROW),
    of("revisits are counted anew", "ingest.cc", "state.revisits += collection.revisits();",
       "state.revisits = collection.revisits();", GROW),
    of("two runs write to a store", "lock.cc",
       """if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::io, store.string() + ": another whorl process writes to this store");
  }""", ";", JOBS),
    of("what was skipped comes back as a fallback", "manifest.cc", 's.at("kind") == "skipped"',
       "false", JOBS),
    of("what made documents comparable is not all compared", "manifest.cc",
       "a.at(key) == b.at(key) || a.at(key) == defaults.at(key)",
       'a.at(key) == b.at(key) || a.at(key) == defaults.at(key) || '
       'std::string_view(key) == "common"', GROW),
    of("the linkage of a store's clusters is forgotten", "manifest.cc",
       't.linkage = static_cast<Linkage>(j.at("linkage").get<int>());', ";", GROW),
    of("settings beside the first are not compared", "manifest.cc", "if (value != b.at(key) && (",
       'if (value != b.at(key) && key != "verify" && (', JOBS),
    of("urls are no names", "name_index.cc", "names.url.empty() || names.url == names.id", "true",
       QUERY),
    of("a name of several documents is of the first", "name_index.cc",
       "if (names.id == name || names.url == name) found.push_back(doc);",
       "if (found.empty() && (names.id == name || names.url == name)) found.push_back(doc);",
       QUERY),
    of("a lookup ends with the block", "shingle_index.cc",
       "decoded_.empty() || decoded_.back().shingle > shingle", "true", [STORE]),
    of("a directory that does not end with a block is read", "shingle_index.cc",
       "(room - footer.directory) % sizeof(IndexBlock) != 0", "false", [STORE]),
    of("a sample counts as the whole", "shingle_index.cc",
       "static_cast<double>(kept) / static_cast<double>(about.set.count)",
       "static_cast<double>(kept) / static_cast<double>(about.set.full_size)", QUERY),
    of("features count as often as they come", "shingler.cc",
       "list.erase(std::unique(list.begin(), list.end()), list.end());", ";", JOBS),
    of("a verdict after an empty object has a comma", "record_line.cc", "line[last] == '{'",
       "false", JOBS, "a line without a member has no text, and is no document"),
    of("pages by other names are no pages", "record_text.cc",
       'ends(".html") || ends(".htm") || ends(".xhtml") || ends(".HTML") || ends(".HTM")',
       'ends(".html")', JOBS),
    of("the argument of a front end is left out", "shingler.cc",
       "return {front_end_, argument_};", "return {front_end_, {}};", JOBS),
    of("documents that are not wanted shift those after them", "sketch_file.cc",
       """rest = rest.subspan(entry.count);
      if (!wanted(static_cast<DocId>(first))) continue;""",
       """if (!wanted(static_cast<DocId>(first))) continue;
      rest = rest.subspan(entry.count);""", JOBS),
    of("hash lists beyond the end are read", "sketch_file.cc",
       "got == bytes.size() ?", "got != 0 ?", QUERY),
    of("lists of another length serve a reader", "sketch_file.cc",
       "all->size() * sizeof(std::uint64_t) == bytes()", "true", [STORE]),
    of("lists of which one did not fit are held", "held_lists.cc", "all_.reset();", "", [STORE]),
    of("shingles of just so many documents are common", "set_reader.cc",
       "holders == rule.max + 1", "holders == rule.max", [STORE, ("join_test", "*PairMethods*")]),
    of("pairs that were not sought are none", "summary_json.cc",
       "s.pairs ? json(*s.pairs) : json()", "json(s.pairs.value_or(0))", JOBS),
]
