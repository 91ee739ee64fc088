// How the tokenizer `text` reads its input: blocks of ASCII by the kernel, the rest piece by piece.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "fingerprints/kernels/ascii.h"
#include "tokens/fold.h"

namespace whorl::internal::tokens {

// Passes `text`, which begins at a piece of folding, to `sink`:
//
//   take_ascii(text, at)  takes the blocks of ASCII that begin at `at`, a multiple of
//                         kAsciiBlock; returns where the first other block begins, or the end
//   untake_ascii(at)      gives back the byte `at`, the last that take_ascii() took: it turned
//                         out to be part of a longer piece
//   operator()            takes a folded character, as fold_pieces() in fold.h calls it
template <class Sink>
void walk_text(std::string_view text, Sink& sink, const FoldTable& table = FoldTable::instance()) {
  using kernels::kAsciiBlock;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t stop = at;
    if (at % kernels::kAsciiBlock == 0) {
      stop = sink.take_ascii(text, at);
      if (stop == text.size()) break;
      const bool joins = stop > at && joins_at(text, stop);
      at = joins ? stop - 1 : stop;
      if (joins) sink.untake_ascii(at);
    }
    const std::size_t block_end = (stop / kernels::kAsciiBlock + 1) * kernels::kAsciiBlock;
    at = fold_pieces(text, at, std::min(block_end, text.size()), sink, table);
  }
}

}  // namespace whorl::internal::tokens
