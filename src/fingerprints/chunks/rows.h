// The functions of the table of chunks.
#pragma once

#include "fingerprints/chunks/chunk_table.h"

namespace whorl::internal::chunks::rows {

// chunks.cc: Finkel 2002 §2.1, Shivakumar and Garcia-Molina 1996. Arguments: c.
Result<void> check_tokens(std::string_view front_end, std::string_view argument);
void split_at_breakpoints(const TokenText& text, Arguments args, const TokenHash& hash,
                          std::vector<TokenRange>& out);

// paragraphs.cc: Finkel 2002 §2.1, syntax-based chunking; paragraphs of prose: Schleimer 2003 §2.4.
Result<void> check_paragraphs(std::string_view front_end, std::string_view argument);
void split_into_paragraphs(const TokenText& text, Arguments args, const TokenHash& hash,
                           std::vector<TokenRange>& out);
Result<void> check_subroutines(std::string_view front_end, std::string_view argument);
void split_into_subroutines(const TokenText& text, Arguments args, const TokenHash& hash,
                            std::vector<TokenRange>& out);

// chunks.cc: Brin, Davis and Garcia-Molina 1995.
Result<void> check_words(std::string_view front_end, std::string_view argument);
void split_into_sentences(const TokenText& text, Arguments args, const TokenHash& hash,
                          std::vector<TokenRange>& out);

}  // namespace whorl::internal::chunks::rows
