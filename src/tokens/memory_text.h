// MemoryText: the symbols of a text in a caller's memory; texts reuse the working memory.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "base/go_on.h"
#include "base/per_thread.h"
#include "input/charset/viewable.h"
#include "tokens/canon.h"
#include "tokens/front_ends.h"
#include "whorl/result.h"

namespace whorl::internal::tokens {

// Positions are 32 bits wide, in bytes and in symbols.
inline constexpr std::uint64_t kMaxTextBytes = std::numeric_limits<std::uint32_t>::max() - 1;

// Memory of larger texts is not kept for the next one.
inline constexpr std::size_t kLargeMemoryText = 16 << 20;

// Fails if `text` is longer than kMaxTextBytes; reads none of it.
Result<void> check_text_size(std::string_view text);

// A text from memory is UTF-8, so no charset is detected. A byte that is part of no character
// becomes U+FFFD. One object a thread.
class MemoryText {
 public:
  // The symbols by a tokenizer that accepted `argument`; valid until the next call. Fails if there
  // are more bytes or symbols than 32 bits can count, or if `watch`, which may be null, does not go
  // on.
  Result<SymbolSpan> symbols(const FrontEnd& row, std::string_view argument, std::string_view text,
                             const base::Cancellation* watch = nullptr);

  // The same with the mapping to the bytes of `text`, in its own memory.
  static Result<Canon> canonicalize(const FrontEnd& row, std::string_view argument,
                                    std::string_view text);

 private:
  input::Viewable viewable_;
  SymbolMemory memory_;
};

// Calls body(T&) with memory of this thread, or with new memory if the text is large.
template <class T, class Body>
auto with_thread_memory(std::string_view text, Body body) {
  if (text.size() >= kLargeMemoryText) {
    T own;
    return body(own);
  }
  static base::PerThread<T> memory;
  return body(memory.mine());
}

}  // namespace whorl::internal::tokens
