// Parentheses: the kind of each open parenthesis, in constant memory.
#pragma once

#include <cstdint>

namespace whorl::internal::tokens::code {

class Parentheses {
 public:
  enum class Kind : std::uint8_t {
    plain,
    head,     // of the condition after `if`, `while`, `for`
    negated,  // right after a negation
  };

  // Opens one; returns the kind that it will have when it closes: plain if 64 are open.
  Kind open(Kind kind) {
    if (depth_++ >= kMostKnown) return Kind::plain;
    const std::uint64_t bit = std::uint64_t{1} << (depth_ - 1);
    heads_ = kind == Kind::head ? heads_ | bit : heads_ & ~bit;
    negated_ = kind == Kind::negated ? negated_ | bit : negated_ & ~bit;
    return kind;
  }

  // The kind of the one that closes here; plain if none is open.
  Kind close() {
    if (depth_ == 0) return Kind::plain;
    --depth_;
    if (depth_ >= kMostKnown) return Kind::plain;
    const std::uint64_t bit = std::uint64_t{1} << depth_;
    if ((heads_ & bit) != 0) return Kind::head;
    return (negated_ & bit) != 0 ? Kind::negated : Kind::plain;
  }

 private:
  static constexpr std::uint64_t kMostKnown = 64;

  std::uint64_t heads_ = 0, negated_ = 0;  // bit i: the parenthesis with i others around it
  std::uint64_t depth_ = 0;
};

}  // namespace whorl::internal::tokens::code
