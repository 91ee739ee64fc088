#include "fingerprints/chunks/chunk_table.h"

#include <algorithm>

#include "fingerprints/chunks/rows.h"

namespace whorl::internal::chunks {
namespace {

constexpr Parameter kOnlyC[] = {{"c", std::uint64_t{1} << 32}};

constexpr Chunking kChunkings[] = {
    {.name = "breakpoint",
     .parameters = kOnlyC,
     .ends = "after every token whose hash is 0 mod c",
     .source = "Finkel 2002 §2.1",
     .check = rows::check_tokens,
     .split = rows::split_at_breakpoints},
    {.name = "paragraph",
     .parameters = {},
     .ends = "at blank lines",
     .source = "Finkel 2002 §2.1; of prose: Schleimer 2003 §2.4",
     .check = rows::check_paragraphs,
     .split = rows::split_into_paragraphs},
    {.name = "subroutine",
     .parameters = {},
     .ends = "with each outermost function, and outside of functions at blank lines",
     .source = "Finkel 2002 §2.1",
     .check = rows::check_subroutines,
     .split = rows::split_into_subroutines},
    {.name = "sentence",
     .parameters = {},
     .ends = "at a full stop, question or exclamation mark before white space, and at blank lines",
     .source = "Brin, Davis and Garcia-Molina 1995 (COPS)",
     .check = rows::check_words,
     .split = rows::split_into_sentences},
};

}  // namespace

std::span<const Chunking> chunkings() { return kChunkings; }

const Chunking* find_chunking(std::string_view name) {
  const auto row = std::ranges::find(chunkings(), name, &Chunking::name);
  return row == chunkings().end() ? nullptr : &*row;
}

}  // namespace whorl::internal::chunks
