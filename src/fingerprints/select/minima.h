// Minima of sliding windows over any sequence with a strict order.
//
// The candidates for the minimum of this and later windows are in a queue, ascending from its
// front. Each position enters and leaves once, so the time is O(n) for any data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whorl::internal::select {

enum class Ties {
  local,   // the rightmost minimum: a function of the window alone
  robust,  // the previous choice while it is in the window and minimal, else the rightmost
};

namespace detail {

// Positions in ascending order of value, at most `window` of them.
class Candidates {
 public:
  explicit Candidates(std::size_t window) : slots_(window) {}
  bool empty() const { return size_ == 0; }
  bool single() const { return size_ == 1; }
  std::size_t front() const { return slots_[first_]; }
  std::size_t second() const { return slots_[wrap(first_ + 1)]; }
  std::size_t back() const { return slots_[wrap(first_ + size_ - 1)]; }
  void push(std::size_t position) { slots_[wrap(first_ + size_++)] = position; }
  void pop_back() { --size_; }
  void pop_front() {
    first_ = wrap(first_ + 1);
    --size_;
  }

 private:
  std::size_t wrap(std::size_t i) const { return i < slots_.size() ? i : i - slots_.size(); }

  std::vector<std::size_t> slots_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace detail

// Calls visit(window, position) for each window of n positions ordered by less(i, j), with the
// chosen position. Fewer than `window` positions, but at least one, are one window.
template <class Less, class Visit>
void for_each_window(std::size_t n, std::size_t window, Ties ties, Less less, Visit visit) {
  if (n == 0) return;
  if (window > n) window = n;
  detail::Candidates queue(window);
  std::size_t chosen = n;
  for (std::size_t i = 0; i < n; ++i) {
    if (!queue.empty() && queue.front() + window <= i) queue.pop_front();
    if (ties == Ties::local) {
      while (!queue.empty() && !less(queue.back(), i)) queue.pop_back();
    } else {
      while (!queue.empty() && less(i, queue.back())) queue.pop_back();
    }
    queue.push(i);
    if (i + 1 < window) continue;
    if (queue.front() != chosen) {
      // A new robust choice is the rightmost of the equal ones; the earlier ones are never chosen
      // again.
      while (!queue.single() && !less(queue.front(), queue.second())) queue.pop_front();
      chosen = queue.front();
    }
    visit(i + 1 - window, chosen);
  }
}

// The same for each choice once, ascending: emit(position).
template <class Less, class Emit>
void for_each_minimum(std::size_t n, std::size_t window, Ties ties, Less less, Emit emit) {
  std::size_t last = n;
  for_each_window(n, window, ties, less, [&](std::size_t, std::size_t position) {
    if (position != last) emit(position);
    last = position;
  });
}

}  // namespace whorl::internal::select
