#include <algorithm>

#include "fingerprints/chunks/chunk_table.h"
#include "fingerprints/chunks/culling.h"
#include "fingerprints/select/rows.h"
#include "fingerprints/select/select.h"
#include "tokens/methods.h"
#include "whorl/methods.h"

namespace whorl::internal::select {
namespace {

constexpr std::uint64_t kMaxArgument = std::uint64_t{1} << 62;
constexpr Parameter kWindow{"w", kMaxWindow};
constexpr Parameter kOnlyWindow[] = {kWindow};
constexpr Parameter kWindowAndS[] = {kWindow, {"s", kMaxArgument}};
constexpr Parameter kWindowAndR[] = {kWindow, {"r", kMaxArgument}};
constexpr Parameter kWindowAndP[] = {kWindow, {"p", kMaxArgument}};
constexpr Parameter kOnlyP[] = {{"p", kMaxArgument}};
constexpr Parameter kOnlyS[] = {{"s", kMaxArgument}};
constexpr Parameter kOnlyI[] = {{"i", kMaxArgument}};

bool same_arguments(Arguments query, Arguments stored) { return std::ranges::equal(query, stored); }

bool wider_window(Arguments query, Arguments stored) {
  return query[0] >= stored[0] && same_arguments(query.subspan(1), stored.subspan(1));
}

bool multiple(Arguments query, Arguments stored) { return query[0] % stored[0] == 0; }

bool any_size(Arguments, Arguments) { return true; }

bool larger_size(Arguments query, Arguments stored) { return query[0] >= stored[0]; }

constexpr QueryRule kSameArguments{same_arguments, "all arguments must be equal"};
constexpr QueryRule kWiderWindow{
    wider_window, "the query's window w must be at least the stored one's, all else equal"};
constexpr QueryRule kMultiple{multiple, "the query's p must be a multiple of the stored one's"};
constexpr QueryRule kMultipleStep{multiple, "the query's i must be a multiple of the stored one's"};
constexpr QueryRule kAnySize{any_size, "", Nesting::smaller_in_larger};
constexpr QueryRule kLargerSize{larger_size, "the query's s must be at least the stored one's",
                                Nesting::stored_in_query};

constexpr Selector kSelectors[] = {
    {.name = "winnow",
     .parameters = kOnlyWindow,
     .guarantees = true,
     .local = true,
     .source = "Schleimer 2003 Definition 1",
     .density = rows::winnow_density,
     .family = "winnow",
     .query = kWiderWindow,
     .complete = nullptr,
     .refuse = nullptr,
     .mark_minima = rows::winnow,
     .select = nullptr,
     .on_hashes = rows::winnow_hashes},
    {.name = "robust",
     .parameters = kOnlyWindow,
     .guarantees = true,
     .local = false,
     .source = "Schleimer 2003 Definition 3",
     .density = rows::winnow_density,
     .family = "winnow",
     .query = kWiderWindow,
     .complete = nullptr,
     .refuse = nullptr,
     .mark_minima = rows::winnow,
     .select = nullptr,
     .on_hashes = rows::robust_hashes},
    {.name = "oc",
     .parameters = kWindowAndS,
     .guarantees = true,
     .local = true,
     .source = "Groot Koerkamp, Liu and Pibiri 2025",
     .density = rows::open_closed_density,
     .family = "oc",
     .query = kWiderWindow,
     .complete = rows::complete_short_gram,
     .refuse = rows::refuse_long_gram,
     .mark_minima = rows::open_closed,
     .select = nullptr,
     .on_hashes = nullptr},
    {.name = "modmin",
     .parameters = kWindowAndR,
     .guarantees = true,
     .local = true,
     .source = "Groot Koerkamp and Pibiri 2024",
     .density = rows::mod_minimizer_density,
     .family = "modmin",
     .query = kSameArguments,
     .complete = rows::complete_short_gram,
     .refuse = rows::refuse_long_gram,
     .mark_minima = rows::mod_minimizer,
     .select = nullptr,
     .on_hashes = nullptr},
    {.name = "modp",
     .parameters = kOnlyP,
     .guarantees = false,
     .local = true,
     .source = "Schleimer 2003 §2.3; Broder 1997 MOD_m",
     .density = rows::modp_density,
     .family = "modp",
     .query = kMultiple,
     .complete = nullptr,
     .refuse = nullptr,
     .mark_minima = nullptr,
     .select = rows::modp,
     .on_hashes = rows::modp_hashes},
    {.name = "safemodp",
     .parameters = kWindowAndP,
     .guarantees = true,
     .local = true,
     .source = "Schleimer 2003 §3.1.2",
     .density = rows::safe_modp_density,
     .family = "safemodp",
     .query = kSameArguments,
     .complete = rows::complete_safe_modp,
     .refuse = nullptr,
     .mark_minima = nullptr,
     .select = rows::safe_modp,
     .on_hashes = rows::safe_modp_hashes},
    {.name = "min",
     .parameters = kOnlyS,
     .guarantees = false,
     .local = false,
     .source = "Broder 1997 MIN_s; Heintze 1996",
     .density = rows::unknown_density,
     .family = "min",
     .query = kAnySize,
     .complete = nullptr,
     .refuse = nullptr,
     .mark_minima = nullptr,
     .select = rows::smallest,
     .on_hashes = rows::smallest_hashes},
    {.name = "rare",
     .parameters = kOnlyS,
     .guarantees = false,
     .local = false,
     .source = "Heintze 1996",
     .density = rows::unknown_density,
     .family = "rare",
     .query = kLargerSize,
     .complete = nullptr,
     .refuse = nullptr,
     .mark_minima = nullptr,
     .select = rows::rare,
     .on_hashes = nullptr},
    {.name = "every",
     .parameters = kOnlyI,
     .guarantees = false,
     .local = false,
     .source = "Schleimer 2003 §2.3, as what not to do",
     .density = rows::every_density,
     .family = "every",
     .query = kMultipleStep,
     .complete = nullptr,
     .refuse = nullptr,
     .mark_minima = nullptr,
     .select = rows::every,
     .on_hashes = rows::every_hashes},
};

}  // namespace

std::span<const Selector> selectors() { return kSelectors; }

const Selector* find_selector(std::string_view name) {
  const auto row = std::ranges::find(selectors(), name, &Selector::name);
  return row == selectors().end() ? nullptr : &*row;
}

const Selector& default_selector() { return selectors().front(); }

const Selector* local_selector(const Selector& row) {
  const auto is_one = [&](const Selector& s) { return s.local && s.family == row.family; };
  const auto found = std::ranges::find_if(selectors(), is_one);
  return found == selectors().end() ? nullptr : &*found;
}

}  // namespace whorl::internal::select

namespace whorl {

using namespace internal;

Methods methods() {
  Methods all{tokens::front_end_methods(), {}, tokens::language_methods()};
  for (const select::Selector& row : select::selectors()) {
    SelectorMethod& method = all.selectors.emplace_back();
    method = {row.name, {}, row.guarantees, row.local, row.source};
    for (const select::Parameter& p : row.parameters) method.parameters.push_back(p.name);
  }
  for (const chunks::Chunking& row : chunks::chunkings()) {
    ChunkMethod& method = all.chunks.emplace_back();
    method = {row.name, {}, row.ends, row.source};
    for (const chunks::Parameter& p : row.parameters) method.parameters.push_back(p.name);
  }
  for (const chunks::Culling& row : chunks::cullings()) {
    all.cullings.push_back({row.name, row.keeps, row.source});
  }
  return all;
}

}  // namespace whorl
