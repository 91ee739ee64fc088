"""Mutations of src/select. (A module called select would hide Python's own.)"""

from mutation import Mutation

SELECT = [("select_test", "*")]


def of(what, file, old, new, equivalent=""):
    return Mutation(what, "src/select/" + file, old, new, SELECT, equivalent)


MUTATIONS = [
    of("a k-gram is bad one late", "modulo.cc", "++since_good_ >= window_", "++since_good_ > window_"),
    of("what is good ends no wait", "modulo.cc", "since_good_ = 0;\n      from = i + 1;", "from = i + 1;"),
    of("bad k-grams behind the last good one of a block are passed over", "modulo.cc",
       "emit_bad(from, hashes.size(), emit);", ";"),
    of("modp selects what is not 0 mod p", "modulo.cc", "if (window_ == 0) return;", ";"),
    of("another p is chosen", "modulo.cc", "w / std::log(w)", "w / std::log(w + 1)"),
    of("more than s hashes are kept", "smallest.cc", "kept_.resize(size_);", ";"),
    of("the smallest hashes stand by size", "smallest.cc",
       "std::ranges::sort(kept_, {}, &Kept::position);", ";"),
    of("equal hashes are kept", "smallest.cc",
       "kept_.erase(std::ranges::unique(kept_, {}, &Kept::hash).begin(), kept_.end());", ";"),
    of("only what is smaller than all that was kept is looked at", "smallest.cc",
       "max_ = kept_.back().hash;", "max_ = kept_.front().hash;"),
    of("the last k-gram is none", "every.cc", "span.size() - recipe.k + 1", "span.size() - recipe.k"),
    of("one rare k-gram too many", "rare.cc", "std::min<std::uint64_t>(all.size(), size)",
       "std::min<std::uint64_t>(all.size(), size + 1)"),
    of("rarity is that of whole k-grams", "rare.cc", "std::min(k, kRarityLetters)", "k"),
    of("a candidate stays in the queue one window too long", "minima.h",
       "queue.front() + window <= i", "queue.front() + window < i"),
    of("local ties go to the left", "minima.h", "!queue.empty() && !less(queue.back(), i)",
       "!queue.empty() && less(i, queue.back())"),
    of("fewer than w hashes are no window", "minima.h", "if (window > n) window = n;", ";"),
    of("a new robust choice is the leftmost of equal ones", "minima.h",
       "while (!queue.single() && !less(queue.front(), queue.second())) queue.pop_front();", ";"),
    of("a greater key ends the stay", "repeats.h", "!greater(symbols, windows, next, current)", "true"),
    of("a stay goes on behind the text", "repeats.h", "reach <= last_kgram ? equal : BitPositions::kNone",
       "equal"),
    of("k equal symbols are no equal k-gram", "repeats.h", "length < k", "length <= k"),
    of("heads are longer than short k-grams", "repeats.h", "k * sizeof(Symbol) >= 8", "true"),
    of("less than a window stands before a block", "block_selection.h",
       "windows_.k + windows_.w - 1", "windows_.k + windows_.w - 2"),
    of("a block holds a window before its last symbol", "block_selection.cc",
       "windows.k + windows.w - 1", "windows.k + windows.w - 2"),
    of("the last block needs a whole window", "block_selection.cc",
       "holds_window(symbols.size(), windows_, last)",
       "holds_window(symbols.size(), windows_, false)"),
    of("chains that meet are not joined", "block_selection.cc",
       "if (met < own.size() && own[met] == next) break;", ";",
       equivalent="the k-grams that follow are found one by one"),
    of("the block's chain is looked at from its begin", "block_selection.cc",
       "while (met < own.size() && own[met] < next) ++met;", ";",
       equivalent="the k-grams that follow are found one by one"),
    of("the place in the text is forgotten", "block_selection.cc", "current_ = begin + own.back();",
       "current_ = own.back();"),
    of("mod-minimizers order by other grams", "minimizers.cc", "r + (k - r) % w", "r + (k - r) % w + 1"),
    of("an equal gram takes over late", "minimizers.cc", "next <= here", "next < here"),
    of("the k-gram does not move on by w", "minimizers.cc", "gram - x / of.w * of.w", "gram - x % of.w"),
    of("a gram takes over one window early", "minimizers.cc", "smallest[i + 1] - of.width + 1",
       "smallest[i + 1] - of.width"),
    of("k + w - 1 symbols are less than a window", "minimizers.cc", "symbols.size() < k + w - 1",
       "symbols.size() < k + w"),
]
