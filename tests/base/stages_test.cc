#include "base/stages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

namespace whorl::internal::base {
namespace {

struct Space {
  std::size_t item = 0;
  int stage = 0;  // stages that the item has behind it
};

// Notes the order of the stages that have one, and that no item skips a stage or shares a room.
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
  std::vector<std::size_t> joined, closed;  // no lock: one thread at a time is promised
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

}  // namespace
}  // namespace whorl::internal::base
