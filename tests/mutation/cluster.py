"""Mutations of src/cluster."""

from mutation import Mutation

ALL = "-*LinkedClusters*:*FullDisk*:*MillionOpenTags*"
LINKED = ":".join(f"*LinkedClusters.AreThoseOfAllPairs/{rule}" for rule in (0, 1, 5, 6, 7))
LINKED += ":*LinkedClusters.Grow*/6:LinkedStore*"
UNIONS = "*MicroClusterUnions*"


def of(what, file, old, new, names=ALL, equivalent=""):
    tests = [("cluster_test", names)]
    if file in ("audit.cc", "pipeline_pairs.cc"):
        tests.append(("join_test", "*FindTheSamePairs*:*AnAudit*:*SamplesThat*"))
    return Mutation(what, "src/cluster/" + file, old, new, tests, equivalent)


MUTATIONS = [
    of("parts of a text stand in documents in any order", "store_passages.cc",
       "!view.positions || runs.size() == before", "true", "StorePassages*"),
    of("the bytes of a part end with the first symbol of its last shingle", "store_passages.cc",
       "there.bytes(at, at + passage.symbols)", "there.bytes(at, at + run.shingles)",
       "StorePassages*"),
    of("all that stands between two suffixes counts as shared", "shared_runs.cc",
       "least = std::min(least, with_last);", "least = with_last;", "RandomTexts*:SharedRuns*"),
    of("the suffix after takes the place of the one before", "shared_runs.cc",
       "longest[suffix] = std::max(longest[suffix], least);", "longest[suffix] = least;",
       "RandomTexts*:SharedRuns*"),
    of("suffixes are sorted by two symbols", "shared_runs.cc",
       "if (last + 1 == n || n == 0) return order;", "return order;", "RandomTexts*:SharedRuns*"),
    of("runs within longer ones are listed", "shared_runs.cc",
       "length < least || i + length <= end", "length < least", "RandomTexts*:SharedRuns*"),
    of("dates are compared without their times", "linkage.cc",
       "c >= '0' && c <= '9' && digits < 14", "c >= '0' && c <= '9' && digits < 8"),
    of("numbers under 0 are in the opposite order", "linkage.cc",
       "bits < 0 ? INT64_MIN - bits : bits", "bits"),
    of("documents without a number come first", "linkage.cc",
       "if (std::isnan(number)) return INT64_MAX;", "if (std::isnan(number)) return INT64_MIN;"),
    of("of a component's documents that are preferred alike any survives", "linkage.cc",
       """store::DocId& held = best[sets.find(doc)];
    if (std::pair(prefer[doc], doc) < std::pair(prefer[held], held)) held = doc;""",
       """store::DocId& held = best[sets.find(doc)];
    if (prefer[doc] < prefer[held]) held = doc;"""),
    of("a document that was taken takes others", "phases.cc",
       "taken_by_[survivor] == survivor && taken_by_[other] == other", "taken_by_[other] == other"),
    of("the last of equally similar documents before is taken", "linkage.cc",
       """std::pair(m.resemblance.value, m.b_in_a.value) >
        std::pair(held.resemblance, held.contained)""",
       """std::pair(m.resemblance.value, m.b_in_a.value) >=
        std::pair(held.resemblance, held.contained)"""),
    of("what a document before lies in decides, not what lies in it", "linkage.cc",
       "held = {m.resemblance.value, m.b_in_a.value, pair->a};",
       "held = {m.resemblance.value, m.a_in_b.value, pair->a};"),
    of("texts without a symbol are equal", "exact_duplicates.cc",
       "base::is_of_nothing(record.canonical)", "false"),
    of("a cluster of one document is a cluster", "cluster_table.cc", "size[place.survivor] < 2",
       "size[place.survivor] < 1"),
    of("a survivor beyond the documents is read", "cluster_table.cc",
       "place.survivor >= documents_", "place.survivor > documents_ + 1000000"),
    of("a threshold over 1 is taken", "checks.cc", "x >= 0 && x <= 1", "x >= 0"),
    of("what was kept from a threshold does not serve it", "checks.cc", "threshold >= kept_from",
       "threshold > kept_from"),
    of("an input is added twice", "cluster.cc",
       'input == "-" || std::find(inputs.begin(), inputs.end(), input) == inputs.end()', "true"),
    of("a store is merged into itself", "cluster.cc",
       "claim::same_place(store, options.output)", "false"),
    of("a part that grew is copied", "merge_stores.cc", "found.documents() != part.documents",
       "false", equivalent="only a store that grows between the first look at it and the copy"),
    of("the common shingles of fewer documents stay", "pipeline_pairs.cc",
       "files_.drop(store::kStopShinglesFile);", ";", "*GrowingStore*"),
    of("whole sets of a merged part are read where they stood", "merge_stores.cc",
       "if (!record.set.is_whole()) record.set.full_offset += total.shingle_hashes;", ";"),
    of("pairs of a part with duplicates are kept", "merge_stores.cc",
       "collapsed.is_representative(shifted.a) && collapsed.is_representative(shifted.b)",
       "collapsed.is_representative(shifted.a)"),
    of("pairs are known across parts", "merge_stores.cc", "part_of(pair.a) == part_of(pair.b)",
       "true"),
    of("a sample's pairs are those among the sampled", "audit.cc",
       "!sampled(pair->a) && !sampled(pair->b)", "!sampled(pair->a) || !sampled(pair->b)"),
    of("the first documents are the sample", "audit.cc", "XXH3_64bits(&doc, sizeof doc)",
       "std::uint64_t{doc}"),
    of("the share of what is right takes the place of what was found", "audit.cc",
       "share(right, truth.size())", "share(right, listed.size())"),
    of("what is known of a part is known with common shingles too", "pipeline_pairs.cc",
       "layout.first_new() > 0 && settings.common == 0 && !settings.across",
       "layout.first_new() > 0 && !settings.across"),
    of("what a store skipped is told of those against it", "pipeline.cc",
       "state.skipped.clear();", ";"),
    of("what is taken is counted again", "survivor_search.cc",
       "is_taken(pair.a) || is_taken(pair.b)", "false",
       equivalent="counts more, decides the same"),
    of("candidates of samples are taken from the threshold on", "pipeline_pairs.cc",
       "settings.verify && sketching.kind() != sketch::SketchKind::all", "false"),
    of("a in b and b in a are swapped", "outputs.cc",
       """base::number_text(m.a_in_b.value) + "\\t" +
         base::number_text(m.b_in_a.value)""",
       """base::number_text(m.b_in_a.value) + "\\t" +
         base::number_text(m.a_in_b.value)"""),
    of("tabs in ids stay", "outputs.cc", "c < 0x20", "c < 0x09"),
    of("an empty sketch is the same sketch", "member_similarity.cc",
       "member.set.count == 0", "false",
       equivalent="who has one is in a cluster as a copy alone, which is told before"),
    of("a line of other text is taken again", "dedup.cc",
       "base::hash128(record.bytes) != about.content", "false"),
    of("what was taken by a fallback counts as unreadable", "dedup_output.cc",
       "if (item.kind != SkipKind::skipped) continue;", ";"),
    of("of two documents of a name in a cluster both are told", "store_reader.cc",
       "if (seen) continue;", ";"),
    of("a query of thresholds 0 finds nothing", "store_matches.cc", "d.contains > 0", "d.contains > 1"),
    of("few candidates of a query are counted", "store_matches.cc",
       "std::max<std::uint64_t>(kCountedAtLeast,\n"
       "                                 std::min(options.limit, documents()) * "
       "kCountedPerWanted)", "options.limit"),
    of("the most preferred is sought among the first alone", "component_search.cc",
       "is_first(ranks, i) && are_alone(heads)", "is_first(ranks, i)", LINKED),
    of("groups are as large as their unions", "component_search.cc",
       "groups_.min_hashes(heads.b, level, unions.b)", "unions.b", LINKED),
    of("groups are compared at the finer modulus", "component_search.cc",
       "std::max(entries_[heads.a].modulus, entries_[heads.b].modulus)",
       "std::min(entries_[heads.a].modulus, entries_[heads.b].modulus)", LINKED),
    of("the last block of gathered pairs is not counted", "component_search.cc",
       "if (ranks.empty()) return count_gathered();", "if (ranks.empty()) return {};", LINKED),
    of("the least of a group is its largest member's", "micro_cluster_forming.cc",
       "std::min(joint.min_hashes[i], next.sketch.min_hashes[i])",
       "std::max(joint.min_hashes[i], next.sketch.min_hashes[i])", LINKED),
    of("the most shingles of a group are the fewest", "micro_cluster_forming.cc",
       "std::max(joint.max_shingles, next.sketch.max_shingles)",
       "std::min(joint.max_shingles, next.sketch.max_shingles)", UNIONS),
    of("the growth of unions is not told", "micro_cluster_forming.cc",
       "groups_.growth_ = std::max(groups_.growth_, *growth);", ";", LINKED),
    of("groups of other moduli are joined", "micro_cluster_forming.cc",
       "group.sketch.modulus != next.sketch.modulus", "false", LINKED,
       equivalent="keys of other moduli are others, but once in 2^61"),
    of("unions grow at coarser moduli", "micro_cluster_forming.cc",
       "static_cast<double>(size) > rule_.max_growth * min", "level == own && "
       "static_cast<double>(size) > rule_.max_growth * min", UNIONS),
    of("unknown sizes are those of the unions", "micro_clusters.cc",
       "level < group.min_hashes.size() ? group.min_hashes[level] : 0",
       "level < group.min_hashes.size() ? group.min_hashes[level] : in_union", LINKED,
       equivalent="there is no group that could have a pair at such a modulus"),
    of("unions show as much resemblance as documents", "micro_clusters.cc",
       "t / (growth_ * (1 + t) - t)", "t", LINKED),
]
