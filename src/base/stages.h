// Stages: items are read and processed in any order on several threads, and joined and closed in
// their own order, each by one thread at a time. A thread whose item would have to wait leaves it
// and takes another.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/parallel.h"

namespace whorl::internal::base {

// A Job has these members for the items 0, 1, …; each item in progress has a Space:
//
//   std::unique_ptr<Space> make()   memory for one item; it is reused
//   void read(i, space)             any order
//   void join(i, space)             in order, short: others wait
//   void work(i, space)             any order
//   void close(i, space)            in order
template <class Space, class Job>
class Stages {
 public:
  // At most `ahead` ≥ 1 items are in progress at once.
  Stages(std::size_t items, std::size_t ahead, Job& job)
      : items_(items), ahead_(ahead), job_(job) {}

  // Takes all items through all stages. If a stage throws, no other stage is begun; the exception
  // is rethrown when the stages in progress have ended.
  void run(unsigned threads) {
    parallel_for(thread_count(threads), threads, [&](std::size_t) { take_steps(); });
  }

 private:
  using Room = std::unique_ptr<Space>;
  using Rooms = std::map<std::size_t, Room>;

  void take_steps() {
    std::unique_lock lock(mutex_);
    try {
      while (closed_ < items_ && !failed_) {
        if (take_step(lock)) {
          changed_.notify_all();
        } else {
          changed_.wait(lock);
        }
      }
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      failed_ = true;
      changed_.notify_all();  // threads that wait for the failed item
      throw;
    }
  }

  // Takes the most advanced item through its next stage; false if other threads have all items.
  bool take_step(std::unique_lock<std::mutex>& lock) {
    if (!closing_ && worked_.contains(closed_)) {
      closing_ = true;
      Room room = take(worked_, closed_);
      unlocked(lock, [&] { job_.close(closed_, *room); });
      free_.push_back(std::move(room));
      ++closed_;
      closing_ = false;
    } else if (read_.contains(joined_)) {
      const std::size_t i = joined_++;
      Room room = take(read_, i);
      job_.join(i, *room);
      unlocked(lock, [&] { job_.work(i, *room); });
      worked_.emplace(i, std::move(room));
    } else if (begun_ < items_ && begun_ < closed_ + ahead_) {
      const std::size_t i = begun_++;
      Room room = take_room();
      unlocked(lock, [&] {
        if (!room) room = job_.make();
        job_.read(i, *room);
      });
      read_.emplace(i, std::move(room));
    } else {
      return false;
    }
    return true;
  }

  template <class Body>
  static void unlocked(std::unique_lock<std::mutex>& lock, Body body) {
    lock.unlock();
    body();
    lock.lock();
  }

  static Room take(Rooms& rooms, std::size_t i) { return std::move(rooms.extract(i).mapped()); }

  Room take_room() {
    if (free_.empty()) return nullptr;
    Room room = std::move(free_.back());
    free_.pop_back();
    return room;
  }

  const std::size_t items_, ahead_;
  Job& job_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t begun_ = 0, joined_ = 0, closed_ = 0;  // items that have passed these stages
  bool closing_ = false, failed_ = false;
  Rooms read_, worked_;  // by item; waiting for their turn
  std::vector<Room> free_;
};

}  // namespace whorl::internal::base
