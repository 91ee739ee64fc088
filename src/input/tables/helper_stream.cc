#include "input/tables/helper_stream.h"

#include <chrono>
#include <utility>

#include "base/go_on.h"
#include "base/guard.h"
#include "base/try.h"

namespace whorl::internal::input {
namespace {

constexpr std::size_t kAheadBytes = 4 << 20;

}  // namespace

HelperStream::HelperStream(ParquetHelper helper, HelperRun run, base::Descriptor file,
                           const Progress* progress)
    : helper_(std::move(helper)),
      run_(std::move(run)),
      file_(std::move(file)),
      progress_(progress),
      thread_([this] { work(); }) {}

HelperStream::~HelperStream() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Result<std::string_view> HelperStream::next() {
  constexpr std::chrono::milliseconds kBetweenQuestions(100);
  std::unique_lock lock(mutex_);
  while (ahead_.empty() && !ended_) {
    WHORL_RETURN_IF_ERROR(base::go_on(progress_));
    changed_.wait_for(lock, kBetweenQuestions);
  }
  block_.clear();
  std::swap(block_, ahead_);
  changed_.notify_all();
  if (block_.empty()) WHORL_RETURN_IF_ERROR(end_);
  return std::string_view(block_);
}

void HelperStream::work() {
  Result<void> end;
  try {
    end = run_parquet_helper(helper_, run_, [this](std::string_view bytes) { return take(bytes); });
  } catch (...) {
    end = base::caught();
  }
  const std::lock_guard lock(mutex_);
  end_ = std::move(end);
  ended_ = true;
  changed_.notify_all();
}

bool HelperStream::take(std::string_view bytes) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || ahead_.size() < kAheadBytes; });
  ahead_.append(bytes);
  changed_.notify_all();
  return !stopped_;
}

}  // namespace whorl::internal::input
