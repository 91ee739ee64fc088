// The output of the helper as a stream, which reads ahead on its own thread.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/descriptor.h"
#include "input/archives/byte_stream.h"
#include "input/tables/helper.h"

namespace whorl::internal::input {

class HelperStream final : public ByteStream {
 public:
  // Begins the run. `file` is the descriptor of run.file.
  HelperStream(ParquetHelper helper, HelperRun run, base::Descriptor file,
               const Progress* progress);
  HelperStream(const HelperStream&) = delete;
  HelperStream& operator=(const HelperStream&) = delete;
  ~HelperStream() override;  // ends the helper

  Result<std::string_view> next() override;

 private:
  void work();
  bool take(std::string_view bytes);

  const ParquetHelper helper_;
  const HelperRun run_;
  const base::Descriptor file_;
  const Progress* const progress_;
  std::string block_;  // the block returned last

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string ahead_;  // guarded by mutex_, like the members below
  bool stopped_ = false;
  bool ended_ = false;
  Result<void> end_;
  std::thread thread_;  // last, because it uses the others
};

}  // namespace whorl::internal::input
