// Stages: items that are read and worked on in any order on several threads, and joined and
// closed in their own order, each by one thread at a time. A thread whose item would have to wait
// leaves it and goes on with another.
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

// A Job has, for the items 0, 1, …, each with a Space that holds it:
//
//   std::unique_ptr<Space> make()   room for one item; rooms are used again
//   void read(i, space)             any order
//   void join(i, space)             in order, short: others wait
//   void work(i, space)             any order
//   void close(i, space)            in order
template <class Space, class Job>
class Stages {
 public:
  // Not more than `ahead` ≥ 1 items are under way at once.
  Stages(std::size_t items, std::size_t ahead, Job& job)
      : items_(items), ahead_(ahead), job_(job) {}

  // Takes all items through all stages. Where a stage throws, no other is begun and, when those
  // under way have ended, the exception is thrown on.
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
      changed_.notify_all();  // who waits for the item that failed
      throw;
    }
  }

  // Takes the item furthest on through its next stage; false where all are in other hands.
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
  std::size_t begun_ = 0, joined_ = 0, closed_ = 0;  // items that are past these stages
  bool closing_ = false, failed_ = false;
  Rooms read_, worked_;  // by item; what waits for its turn
  std::vector<Room> free_;
};

}  // namespace whorl::internal::base
