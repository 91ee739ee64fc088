// A method as a user names it, checked and resolved once.
#pragma once

#include <string>
#include <string_view>

#include "methods/method.h"
#include "whorl/result.h"

namespace whorl::internal::methods {

class ResolvedMethod {
 public:
  // Reads "min:s=400". `front_end` as in "code:c"; empty means the row's. Errors name the wrong
  // part and the allowed values.
  static Result<ResolvedMethod> parse(std::string_view text, std::string_view front_end);

  std::string print() const;  // with all parameters
  const MeasuringMethod& about() const { return method_->about; }

  Result<Kept> keep(std::string_view text) const { return method_->keep(text, settings_); }
  Result<Figures> compare(const Kept& a, const Kept& b) const {
    return method_->compare(a, b, settings_);
  }

 private:
  ResolvedMethod(const Method& method, Settings settings)
      : method_(&method), settings_(std::move(settings)) {}

  const Method* method_;
  Settings settings_;
};

}  // namespace whorl::internal::methods
