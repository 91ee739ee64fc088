#pragma once

namespace whorl::test {

// Whether a sanitizer watches this build: what takes seconds without it takes minutes.
#ifdef WHORL_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace whorl::test
