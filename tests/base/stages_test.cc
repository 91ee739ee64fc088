#include "base/stages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

namespace whorl::internal::base {
namespace {

struct Space {
  std::size_t item = 0;
  int stage = 0;  // number of stages that the item has passed
};

// Records the order of ordered stages. Checks that no item skips a stage or shares its space.
struct Record {
  std::unique_ptr<Space> make() {
    ++rooms;
    return std::make_unique<Space>();
  }
  void read(std::size_t i, Space& space) {
    space = {i, 1};
    if (i % 7 == 0) std::this_thread::yield();
  }
  void join(std::size_t i, Space& space) {
    advance(i, space, 1);
    joined.push_back(i);
  }
  void work(std::size_t i, Space& space) {
    advance(i, space, 2);
    if (i % 3 == 0) std::this_thread::yield();
  }
  void close(std::size_t i, Space& space) {
    advance(i, space, 3);
    closed.push_back(i);
  }
  void advance(std::size_t i, Space& space, int stage) {
    if (space.item != i || space.stage++ != stage) ++mistakes;
  }

  std::atomic<std::size_t> rooms = 0, mistakes = 0;
  std::vector<std::size_t> joined, closed;  // needs no lock: only one thread at a time is promised
};

TEST(Stages, TakeEachItemThroughAllOfThemInOrderAtAnyThreadCount) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    for (const std::size_t items : {0u, 1u, 2u, 500u}) {
      for (const std::size_t ahead : {1u, 4u}) {
        Record record;
        Stages<Space, Record>(items, ahead, record).run(threads);
        std::vector<std::size_t> all(items);
        std::iota(all.begin(), all.end(), 0);
        EXPECT_EQ(record.joined, all);
        EXPECT_EQ(record.closed, all);
        EXPECT_EQ(record.mistakes, 0);
        EXPECT_LE(record.rooms, ahead);
      }
    }
  }
}

// Throws in one stage of one item while other threads wait for that item.
struct Throwing : Record {
  Throwing(std::string in_stage, std::size_t item) : stage(std::move(in_stage)), bad(item) {}

  void read(std::size_t i, Space& space) {
    Record::read(i, space);
    check("read", i);
  }
  void join(std::size_t i, Space& space) {
    Record::join(i, space);
    check("join", i);
  }
  void work(std::size_t i, Space& space) {
    Record::work(i, space);
    check("work", i);
  }
  void close(std::size_t i, Space& space) {
    Record::close(i, space);
    check("close", i);
  }
  void check(const std::string& here, std::size_t i) {
    if (here != stage || i != bad) return;
    if (here != "join") std::this_thread::sleep_for(std::chrono::milliseconds(20));
    throw std::runtime_error(here);
  }

  const std::string stage;
  const std::size_t bad;
};

TEST(Stages, ThrowOnWhatAStageThrowsAndLeaveNoThreadWaiting) {
  for (const unsigned threads : {1u, 2u, 7u}) {
    for (const std::string stage : {"read", "join", "work", "close"}) {
      for (const std::size_t item : {0u, 3u, 19u}) {
        Throwing job(stage, item);
        try {
          Stages<Space, Throwing>(20, 4, job).run(threads);
          ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& error) {
          EXPECT_EQ(error.what(), stage);
        }
        EXPECT_LE(job.closed.size(), item + 1);
        EXPECT_EQ(job.mistakes, 0);
      }
    }
  }
}

}  // namespace
}  // namespace whorl::internal::base
