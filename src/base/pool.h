// A pool of objects that are costly to make and that one thread uses at a time.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace whorl::internal::base {

// Makes as many as are in use at once, and keeps them.
template <class T>
class Pool {
 public:
  // Calls body(T&) with an object that no other thread uses; make() returns a std::unique_ptr<T>.
  template <class Make, class Body>
  void with(Make make, Body body) {
    std::unique_ptr<T> one = take();
    if (!one) one = make();
    body(*one);
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(one));
  }

  void clear() { free_.clear(); }

 private:
  std::unique_ptr<T> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return nullptr;
    std::unique_ptr<T> one = std::move(free_.back());
    free_.pop_back();
    return one;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
};

}  // namespace whorl::internal::base
