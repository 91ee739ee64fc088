"""Mutations of src/jobs/repeats, where repeats are found."""

from mutation import of_folder

of = of_folder("src/jobs/repeats/", [("repeats_test", "CutRepeats*:Candidates*:KnownBlocks*:Pieces*:RunHash*:SeenTable*")])

MUTATIONS = [
    of("a run begins in two blocks", "runs.cc", "std::max(window, found.back().end)", "window"),
    of("the last run is no candidate", "runs.cc", "std::min(at + 1, runs)", "std::min(at, runs)"),
    of("a hash has one slot", "runs.h", "first ^ (1 + hash / kSlots % (kSlots - 1))", "first"),
    of("a hash was met again where one of its slots was", "runs.h",
       "(words_[word_of(hash)] & bits) == bits", "(words_[word_of(hash)] & bits) != 0"),
    of("a hash that is met again is met once", "runs.cc", "(before & bits) != 0",
       "(before & bits) == 0"),
    of("a block is told by its first run alone", "runs.cc", "all.back().hash()[0]", "all.front().hash()[0]"),
    of("the runs of a copy are sorted too", "runs.cc", "known_.find_or_add(block.place)",
       "std::optional<std::uint64_t>()",
       equivalent="A block that the table forgets is sorted run by run, with the same result."),
    of("a later run is distinguished from the next one", "passages.cc", "run->first == open_->first + open_->runs", "true"),
    of("repeats overlap what they repeat", "passages.cc", "repeat.first + run <= repeat.at", "true"),
    of("repeats occur in what is compared against", "passages.cc",
       "repeat.first < *input && repeat.at >= *input", "repeat.first < *input"),
    of("what the input has first may be repeated", "passages.cc", "!input || first < *input", "true",
       equivalent="Runs that stand first in the input are no repeats where they are taken."),
    of("a copy stands first in the copied block", "passages.cc", "known.first + (begin - known.at)", "begin"),
    of("what is known of a block ends with it", "passages.cc", "ahead_->end() > begin", "false"),
    of("what follows a known repeat is none", "passages.cc", "return add(copy, next, end, next);", "return {};"),
    of("a passage ends a symbol early", "passages.cc", "repeat.runs + run_ - 1", "repeat.runs + run_ - 2"),
    of("the rest of a passage stands where its run does", "passages.cc", "repeat.first + symbols - left", "repeat.first"),
    of("the last place is not filled", "runs.cc", "--left_ == 0", "--left_ == 1"),
    of("what is found in the old table begins anew", "runs.cc", "known == kFree ? block : known", "block"),
    of("what was found long ago is old", "runs.cc", "young_.swap(old_);", ""),
    of("half of a hash tells blocks apart", "runs.cc", "table[slot].has_hash_of(block)",
       "(table[slot].hash()[0] == block.hash()[0])"),
    of("the lower half of what leaves a run stays", "runs.cc", "Wide{point.leaving} * low_of(leaves)", "Wide{0}"),
    of("the upper half of what leaves a run stays", "runs.cc", "Wide{point.leaving_high} * high_of(leaves)",
       "Wide{0}"),
    of("words are distinguished by their lower halves", "runs.cc", "return symbol >> 32;", "return symbol & 0;"),
    of("stretches overlap by a block", "runs.cc", "taken_ += stretch.size();", "taken_ += stretch.size() - (stretch.size() > 1);"),
    of("a character goes whose first symbol stays", "passages.cc", "begin < end && goes_on(text, begin)", "false"),
    of("a character goes whose last symbol stays", "passages.cc", "begin < end && goes_on(text, end)", "false"),
]
