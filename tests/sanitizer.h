#pragma once

namespace whorl::test {

// True if a sanitizer checks this build. Then work that usually takes seconds takes minutes.
#ifdef WHORL_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace whorl::test
