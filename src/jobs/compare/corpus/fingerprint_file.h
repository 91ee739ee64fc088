// The fingerprints of a prepared file, block by block.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "jobs/compare/corpus/prepared_file.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::compare::corpus {

// Called with the hash, salted by comparison class, and the position in the file.
using KgramSink = std::function<void(std::uint64_t hash, std::uint32_t position)>;

// Every k-gram of the file, masked or not, in order.
void for_each_kgram(const PreparedFile& file, const KgramSink& sink);

// The hashes of all t-grams inside a range of symbols, in order.
std::vector<std::uint64_t> tgram_hashes(const PreparedFile& file, SymbolRange range);

// The recipe's selection from each unmasked part alone, in order, because the guarantee refers to
// unmasked parts. If a selector chooses by windows, selected k-grams that repeat the one before
// (runs of one symbol, tables of literals) are thinned (match::Thinner). Working memory does not
// grow with the file.
Fingerprints fingerprint_file(const PreparedFile& file);

// The same for one of its unmasked parts; appends to `out`.
void fingerprint_range(const PreparedFile& file, SymbolRange range, Fingerprints& out);

}  // namespace whorl::internal::compare::corpus
