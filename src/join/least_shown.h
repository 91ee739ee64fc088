// How much alike the sketches of two documents must be for the documents to be counted.
#pragma once

#include <cstdint>

#include "sketch/sketch.h"

namespace whorl::internal::join {

// The least resemblance that two sketches show where that of their documents reaches a threshold.
// What samples show strays the less from it the more of a union they keep, and sketches of all
// shingles show it as it is.
class LeastShown {
 public:
  // The same of any two; 0: no pairs are sought.
  explicit LeastShown(double constant) : threshold_(constant) {}
  // Of two documents that resemble each other by `threshold`. Keeps a reference to the method.
  LeastShown(const sketch::Sampler& method, double threshold)
      : method_(&method), threshold_(threshold) {}

  bool seeks_none() const { return threshold_ <= 0; }
  // Of any two.
  double anywhere() const { return method_ == nullptr ? threshold_ : shown(0); }
  // Of two that keep so many of their union, or more, where they are compared at this modulus.
  double at(std::uint64_t modulus, std::uint64_t in_union) const {
    return method_ == nullptr || (modulus == 1 && is_exact_when_whole()) ? threshold_
                                                                         : shown(in_union);
  }

 private:
  bool is_exact_when_whole() const { return method_->kind() != sketch::SketchKind::smallest; }
  double shown(std::uint64_t in_union) const {
    return method_->of_kept_sets(method_->least_shown(threshold_, in_union));
  }

  const sketch::Sampler* method_ = nullptr;
  double threshold_;
};

}  // namespace whorl::internal::join
