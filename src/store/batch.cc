#include "store/batch.h"

#include <algorithm>
#include <atomic>

#include "base/go_on.h"
#include "base/parallel.h"
#include "base/try.h"
#include "store/record_text.h"

namespace whorl::internal::store {
namespace {

constexpr std::size_t kBatchRecords = 512;
constexpr std::uint64_t kBatchBytes = 16ull << 20;
constexpr std::uint64_t kBatchesInMemory = 32;

class BatchWork {
 public:
  BatchWork(Batch batch, const Shingling& shingling, const Workers& workers)
      : batch_(std::move(batch)),
        shingling_(shingling),
        budget_(workers.budget),
        threads_(workers.threads),
        progress_(workers.progress),
        done_(batch_.size()),
        states_(batch_.size(), State::waits) {}

  Result<void> run(const std::function<Result<void>(const Processed&)>& take) {
    while (next_ < batch_.size()) {
      base::parallel_for(batch_.size() - next_, threads_,
                         [&](std::size_t i) { try_one(next_ + i); });
      const auto more = base::go_on(progress_);
      if (more && states_[next_] == State::alone) work(next_, whole_room(budget_.memory()));
      for (; next_ < batch_.size() && states_[next_] == State::done; ++next_) {
        WHORL_RETURN_IF_ERROR(take(done_[next_]));
        results_ -= bytes_of(done_[next_]);
        done_[next_] = {};
      }
      WHORL_RETURN_IF_ERROR(more);
    }
    return {};
  }

 private:
  enum class State : char { waits, alone, done };

  // Results that wait for their turn use memory too. If they use too much, only the next document
  // in order is processed.
  void try_one(std::size_t i) {
    if (states_[i] != State::waits || !base::go_on(progress_)) return;
    if (i != next_ && results_ > budget_.memory() / 8) return;
    const input::Room room = expected_room(batch_[i]);
    if (room.text > budget_.together() / input::kHeldPerByte || room.held() > budget_.together()) {
      states_[i] = State::alone;
      return;
    }
    const auto charge = budget_.take(room.held());
    work(i, room);
  }

  void work(std::size_t i, const input::Room& room) {
    input::CollectionRecord& record = batch_[i];
    Processed& done = done_[i];
    done.shingled = shingling_.make(record, room);
    const bool exceeded = !done.shingled && done.shingled.error().code == ErrorCode::limit_exceeded;
    if (exceeded && states_[i] == State::waits) {
      states_[i] = State::alone;
      return;
    }
    done.names = {std::move(record.id), std::move(record.url), std::move(record.date)};
    done.place = std::move(record.place);
    done.row = record.row;
    done.rank = record.rank;
    done.group = record.group;
    done.streamed = record.streamed;
    record = {};
    if (done.shingled) done.sketch = shingling_.sketching.sketch(done.shingled->set);
    results_ += bytes_of(done);
    states_[i] = State::done;
  }

  static std::uint64_t bytes_of(const Processed& done) {
    const std::uint64_t sketch = done.sketch.hashes.capacity() * sizeof(std::uint64_t);
    if (!done.shingled) return sketch;
    return sketch + done.shingled->set.capacity() * sizeof(std::uint64_t) +
           done.shingled->positions.capacity();
  }

  Batch batch_;
  const Shingling& shingling_;
  base::MemoryBudget& budget_;
  const unsigned threads_;
  const Progress* progress_;
  std::vector<Processed> done_;
  std::vector<State> states_;
  std::size_t next_ = 0;                    // the next in order
  std::atomic<std::uint64_t> results_ = 0;  // bytes
};

}  // namespace

input::Room whole_room(std::uint64_t memory) {
  return input::Room::within(base::MemoryBudget(memory).share());
}

std::uint64_t record_limit(std::uint64_t memory) {
  return std::min(input::CollectionOptions{}.record_bytes, whole_room(memory).text);
}

Result<Batch> read_batch(input::Collection& collection, const base::MemoryBudget& budget) {
  const std::uint64_t max_bytes = std::min(kBatchBytes, budget.memory() / kBatchesInMemory);
  Batch batch;
  std::uint64_t bytes = 0;
  while (batch.size() < kBatchRecords && bytes < max_bytes) {
    input::CollectionRecord record;
    WHORL_ASSIGN_OR_RETURN(auto more, collection.next(record));
    if (!more) break;
    bytes += held_bytes(record);
    batch.push_back(std::move(record));
  }
  return batch;
}

Result<void> process(Batch batch, const Shingling& shingling, const Workers& workers,
                     const std::function<Result<void>(const Processed&)>& take) {
  return BatchWork(std::move(batch), shingling, workers).run(take);
}

}  // namespace whorl::internal::store
