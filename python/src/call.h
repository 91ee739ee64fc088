// Call: a call of the library that Python waits for.
//
// The library works on a thread of its own, without the GIL. The calling thread serves Python
// meanwhile: every 50 ms it looks for signals, so that Ctrl-C ends the call, and shows progress.
// What the library asks of Python, such as the next batch of a source, also runs on the calling
// thread, where the caller's own exceptions and thread-bound objects belong.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "errors.h"
#include "whorl/progress.h"
#include "whorl/result.h"

namespace whorl::python {

class Call final : public Progress {
 public:
  // `progress` is None or is called with (phase: str, done: int, total: int).
  explicit Call(nanobind::object progress) : show_(std::move(progress)) {}

  // Runs work(progress) and returns its value. Throws the exception of Python that ended it, if
  // there is one, else its Error. Needs the GIL.
  template <class T>
  T run(const std::function<Result<T>(Progress&)>& work) {
    std::optional<Result<T>> result;
    wait_for([&] { result.emplace(work(*this)); });
    return value_or_raise(std::move(*result));
  }

  // Runs `ask` with the GIL on the calling thread, and waits for it. Called by the library's
  // threads. Fails with `cancelled` if it threw an exception, which run() throws again.
  Result<void> on_calling_thread(const std::function<void()>& ask);

  void phase(std::string_view name, std::uint64_t total) override;
  void advance(std::uint64_t steps) override { done_ += steps; }
  bool cancelled() const override { return cancelled_; }

 private:
  void wait_for(const std::function<void()>& work);
  void serve();          // with the GIL: a request, or signals and progress
  void show_progress();  // at most every 50 ms
  void stop(std::exception_ptr why);

  using Clock = std::chrono::steady_clock;

  nanobind::object show_;
  Clock::time_point shown_;
  std::exception_ptr stopped_by_;  // of the calling thread alone
  std::atomic<bool> cancelled_ = false;
  std::atomic<std::uint64_t> done_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void()>* asked_ = nullptr;  // guarded by mutex_, as what follows
  bool finished_ = false;
  std::string phase_;
  std::uint64_t total_ = 0;
};

}  // namespace whorl::python
