#include "call.h"

#include <thread>

namespace nb = nanobind;

namespace whorl::python {
namespace {

// How often the calling thread looks for signals and shows progress.
constexpr std::chrono::milliseconds kBeat(50);

}  // namespace

Result<void> Call::on_calling_thread(const std::function<void()>& ask) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return asked_ == nullptr; });
  asked_ = &ask;
  changed_.notify_all();
  changed_.wait(lock, [&] { return asked_ != &ask; });
  if (cancelled_) return fail(ErrorCode::cancelled, "cancelled");
  return {};
}

void Call::phase(std::string_view name, std::uint64_t total) {
  const std::lock_guard lock(mutex_);
  phase_ = name;
  total_ = total;
  done_ = 0;
}

void Call::stop(std::exception_ptr why) {
  if (!stopped_by_) stopped_by_ = std::move(why);
  cancelled_ = true;
}

void Call::show_progress() {
  if (show_.is_none() || Clock::now() < shown_ + kBeat) return;
  shown_ = Clock::now();
  std::string phase;
  std::uint64_t total = 0;
  {
    const std::lock_guard lock(mutex_);
    phase = phase_;
    total = total_;
  }
  if (!phase.empty()) show_(nb::str(phase.c_str(), phase.size()), done_.load(), total);
}

void Call::serve() {
  const std::function<void()>* asked = nullptr;
  {
    const std::lock_guard lock(mutex_);
    asked = asked_;
  }
  try {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (!cancelled_) show_progress();
    if (!cancelled_ && asked != nullptr) (*asked)();
  } catch (...) {
    stop(std::current_exception());
  }
  if (asked == nullptr) return;
  const std::lock_guard lock(mutex_);
  asked_ = nullptr;
  changed_.notify_all();
}

void Call::wait_for(const std::function<void()>& work) {
  std::exception_ptr failed;
  std::thread worker([&] {
    try {
      work();
    } catch (...) {
      failed = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    finished_ = true;
    changed_.notify_all();
  });
  for (bool finished = false; !finished;) {
    {
      const nb::gil_scoped_release released;
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, kBeat, [&] { return finished_ || asked_ != nullptr; });
      finished = finished_;
    }
    if (!finished) serve();
  }
  worker.join();
  if (stopped_by_) std::rethrow_exception(stopped_by_);
  if (failed) std::rethrow_exception(failed);
}

}  // namespace whorl::python
