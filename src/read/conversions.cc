#include "read/conversions.h"

#include <string>

#include "base/go_on.h"
#include "base/try.h"

namespace whorl::internal::read {

Result<void> Conversions::begin(std::string_view program) const {
  WHORL_RETURN_IF_ERROR(base::go_on(progress_));
  const std::string name(program);
  if (!allowed_) {
    return fail(ErrorCode::unsupported,
                "needs the program " + name + ", and no other programs are to be started");
  }
  if (used_.load(std::memory_order_relaxed) >= seconds_) {
    return fail(ErrorCode::limit_exceeded,
                "is not converted: the documents before it took all the time that a run has for " +
                    name + "; convert them beforehand");
  }
  return {};
}

}  // namespace whorl::internal::read
