// The functions of the table of selectors: one pair a method.
#pragma once

#include "fingerprints/select/select.h"

namespace whorl::internal::select::rows {

// winnow.cc: Schleimer 2003 Definitions 1 and 3. Arguments: w.
void winnow(const tokens::SymbolSpan& symbols, const Recipe& recipe, SelectionMemory& memory,
            std::vector<std::uint64_t>& minima);
std::vector<std::uint32_t> winnow_hashes(std::span<const std::uint64_t> hashes, Arguments args);
std::vector<std::uint32_t> robust_hashes(std::span<const std::uint64_t> hashes, Arguments args);
double winnow_density(std::uint32_t k, Arguments args);

// modulo.cc: Schleimer 2003 §2.3 and §3.1.2. Arguments: p; w, p.
Fingerprints modp(const tokens::SymbolSpan& symbols, const Recipe& recipe);
Fingerprints safe_modp(const tokens::SymbolSpan& symbols, const Recipe& recipe);
std::vector<std::uint32_t> modp_hashes(std::span<const std::uint64_t> hashes, Arguments args);
std::vector<std::uint32_t> safe_modp_hashes(std::span<const std::uint64_t> hashes, Arguments args);
double modp_density(std::uint32_t k, Arguments args);
double safe_modp_density(std::uint32_t k, Arguments args);
void complete_safe_modp(std::uint32_t k, std::vector<std::uint64_t>& args);

// smallest.cc: Broder 1997 "Estimating", MIN_s. Arguments: s.
Fingerprints smallest(const tokens::SymbolSpan& symbols, const Recipe& recipe);
std::vector<std::uint32_t> smallest_hashes(std::span<const std::uint64_t> hashes, Arguments args);
double unknown_density(std::uint32_t k, Arguments args);

// rare.cc: Heintze 1996. Arguments: s.
Fingerprints rare(const tokens::SymbolSpan& symbols, const Recipe& recipe);

// modulo.cc: a control, which depends on the beginning of the text. Arguments: i.
Fingerprints every(const tokens::SymbolSpan& symbols, const Recipe& recipe);
std::vector<std::uint32_t> every_hashes(std::span<const std::uint64_t> hashes, Arguments args);
double every_density(std::uint32_t k, Arguments args);

// minimizers.cc: the open-closed minimizer and the mod-minimizer (Groot Koerkamp and Pibiri
// 2024, with Liu 2025). Arguments: w, s; w, r.
void open_closed(const tokens::SymbolSpan& symbols, const Recipe& recipe, SelectionMemory& memory,
                 std::vector<std::uint64_t>& minima);
void mod_minimizer(const tokens::SymbolSpan& symbols, const Recipe& recipe, SelectionMemory& memory,
                   std::vector<std::uint64_t>& minima);
double open_closed_density(std::uint32_t k, Arguments args);
double mod_minimizer_density(std::uint32_t k, Arguments args);
void complete_short_gram(std::uint32_t k, std::vector<std::uint64_t>& args);
const char* refuse_long_gram(std::uint32_t k, Arguments args);

}  // namespace whorl::internal::select::rows
