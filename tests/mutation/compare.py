"""Mutations of src/jobs/compare, where names are weighed, of the score, and of how matches are spelled."""

from mutation import Mutation

NAMES = [("compare_test", "Names*:NameSharers*")]
CHANCE = [("compare_test", "Chance*:NgramModel*:SuffixOrder*:MinimumTree*")]
ANNOUNCEMENT = [("compare_test", "Announcement*:Calibration*:Alike*")]
SCORE = [("measures_test", "*")]


def of(what, file, old, new, tests=NAMES, equivalent=""):
    return Mutation(what, "src/jobs/compare/" + file, old, new, tests, equivalent)


def worth(what, old, new):
    return Mutation(what, "src/jobs/compare/pair_scores/score.cc", old, new, SCORE)


def spelled(what, file, old, new):
    return Mutation(what, "src/passages/match/" + file, old, new, [("match_test", "Spelled*:CompareSpellings*")])


MUTATIONS = [
    of("literals are names", "scoring/names.cc", "!tokens::is_name(tokens[i])", "tokens::is_literal(tokens[i])"),
    of("a name stands where it is last found", "scoring/names.cc", "offset + i", "offset + i + 1"),
    of("attempts count as students", "scoring/names.cc",
       "static_cast<std::uint32_t>(students.size() - repeated.size())",
       "static_cast<std::uint32_t>(students.size())"),
    of("what everybody calls so weighs", "scoring/names.cc",
       "having > kNameIsAnybodys ? 0 : weight_of_having_[having]",
       "having > kNameIsAnybodys ? 0.5 : weight_of_having_[having]"),
    of("names that nobody else has weigh nothing", "scoring/names.cc", "all_[posting.owner] += weight;",
       "if (having > 1) all_[posting.owner] += weight;"),
    of("the side with more names is the whole", "scoring/names.cc", "std::min(all_[a], all_[b])",
       "std::max(all_[a], all_[b])"),
    of("the shortest names are told", "scoring/names.cc",
       "-static_cast<std::ptrdiff_t>(one.name.size())", "static_cast<std::ptrdiff_t>(one.name.size())"),
    of("one rare name too few is looked up", "search/name_sharers.cc", "rarest.resize(count);",
       "rarest.resize(count == 0 ? 0 : count - 1);"),
    of("the commonest names are looked up", "search/name_sharers.cc",
       "compare::pair_scores::kFewestNames * names.weight_of_all(submission)", "names.weight_of_all(submission)"),
    of("attempts of one student are compared", "search/name_sharers.cc", "!rules.comparable(a, b)", "a == b"),
    of("sharers are found from one side", "search/name_sharers.cc", "mirror();", ";"),
    of("a pair of names is searched from both sides", "search/pair_search.cc",
       "index_.rank_of(b) < index_.rank_of(a)", "false"),
    of("pairs of a passage are aligned once more", "search/pair_search.cc",
       "worker.scanner.shares_passage(b)", "false"),
    of("bounds leave out names", "search/pair_search.cc", "named_.between(a, b)", "SharedNames{}"),
    of("who asked to stop waits for what is aligned", "search/pair_search.cc",
       "if (!progress_.cancelled()) align_waiting();", "align_waiting();", [("compare_test", "Compare.*")]),
    of("who asked to stop waits for what is explained", "compare.cc",
       "if (progress.cancelled()) return {};", "", [("compare_test", "Compare.*")]),
    of("a copy explains itself", "scoring/chance.cc", "pair_.push_back(i);", "", CHANCE),
    of("other attempts explain a copy", "scoring/chance.cc", "student[i] == student[match.pair.a]",
       "i == match.pair.a", CHANCE),
    of("a third copy explains the two", "scoring/chance.cc", "owners.size() <= most", "false", CHANCE),
    of("what all have is a copy of all", "scoring/chance.cc", "text.submissions() / kIdiom + 2", "text.submissions()",
       CHANCE),
    of("gaps cost nothing", "scoring/chance.cc", "1 + 2 * std::log2(gap + 1) + std::log2(gap + 2)", "0.0", CHANCE),
    of("a passage tells what its last tile does", "scoring/chance.cc", "row = std::max(row, 0.0);", "row = 0;", CHANCE),
    of("one submission more is too few", "scoring/chance.cc", "model.submissions() < kFewestSubmissions",
       "model.submissions() <= kFewestSubmissions", CHANCE),
    of("counts take any memory", "scoring/chance.cc", "size.bytes > memory", "false", CHANCE),
    of("a class of any size supports any number", "scoring/announcement.cc", "std::min(measured, supported)",
       "measured", ANNOUNCEMENT),
    of("what others have counts as rare", "scoring/announcement.cc", "static_cast<std::uint32_t>(most - 1)", "0",
       ANNOUNCEMENT),
    of("a context reaches out of its tile", "scoring/ngram_model.cc", "if (context > i) break;",
       "if (context > i + 1) break;", CHANCE),
    of("long contexts are believed where they expect nothing", "scoring/ngram_model.cc",
       "std::max(most, probability)", "probability", CHANCE),
    of("what is left out is counted", "scoring/ngram_model.cc",
       "return ranks.size() - static_cast<std::uint32_t>(end - begin);", "return ranks.size();", CHANCE),
    of("two of those left out are in order", "scoring/ngram_model.cc", "std::inplace_merge(at(begin), at(middle), at(end));",
       "", CHANCE),
    of("no copy is as good as the first", "search/copies.cc", "if (!fresh) known->second = lesser(known->second, most);",
       "known->second = {0, 0, 0};", [("compare_test", "Compare.*")]),
    of("copies are what has as many bytes", "search/copies.cc", "return {file.text_id, bytes.high64, bytes.low64};",
       "return {file.text_id, file.entry.text.size(), 0};", [("compare_test", "Compare.*")]),
    of("a repetition is a copy", "scoring/chance.cc", "if (ranks.size() > most * kMostPlaces) continue;", "", CHANCE),
    of("a class of one too few is counted", "scoring/chance.cc", "size.submissions < kFewestSubmissions + 2",
       "size.submissions <= kFewestSubmissions + 2", CHANCE),
    of("all of a stretch is read", "scoring/ngram_model.cc", "i < length && bits < enough", "i < length", CHANCE),
    of("n-grams go across the ends of stretches", "scoring/suffix_order.cc",
       "text[a] == text[b] && text[a] != 0", "text[a] == text[b]", CHANCE),
    of("three suffixes are not sorted further", "scoring/suffix_order.cc", "goes_on && size > 2",
       "goes_on && size > 3", CHANCE),
    of("only the first key is compared", "scoring/suffix_order.cc", "depth < SuffixOrder::kDepth && keys_.is_full(items_[i].key)",
       "false", CHANCE),
    worth("few bits are a whole", "std::max(names.fewer, kBitsEnough)", "names.fewer"),
    worth("half of the names tell", "share_of_names(names) - kFewestNames", "share_of_names(names) - 0.5"),
    worth("a large file is as good", "std::max(found, 1 - one_sidedness)", "1.0"),
    worth("names inside a large file never count", "std::max(found, 1 - one_sidedness)",
          "std::max(0.0, 1 - one_sidedness)"),
    worth("names pass a whole copy", "(1 - found) * worth_of(counts.names, doublings, found)",
          "worth_of(counts.names, doublings, found)"),
    worth("what lacks of the smaller side is spelled the same", "static_cast<double>(counts.matched) / smaller", "1"),
    worth("changed literals are spelled the same", "counts.changed_names + counts.changed_literals",
          "counts.changed_names"),
    worth("all is idiom", "(1 - same) / kSpelledOtherwise", "1"),
    worth("prose is spelled the same", "if (counts.spelled == 0) return 1;",
          "if (counts.spelled == 0) return 0;"),
    spelled("rows without literals are all alike", "tiling.cc",
            "kgram_has_literals(run, at) ? hash_of_literals : hash_of_spellings", "hash_of_literals"),
    spelled("copies of rows with literals keep their names", "tiling.cc",
            "kgram_has_literals(run, at) ? hash_of_literals : hash_of_spellings", "hash_of_spellings"),
    spelled("only what differs is spelled", "spelling.cc",
            "spelled_tokens(tokens)", "decltype(spelled_tokens(tokens)){0}"),
]
