// Records within the memory of a run are in order, whichever of them had to wait.
#include "store/batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "../stop_at_question.h"

namespace whorl::internal::store {
namespace {

using testing::HasSubstr;

input::CollectionRecord text_record(std::string id, std::string text) {
  input::CollectionRecord record;
  record.id = record.place = std::move(id);
  record.bytes = std::move(text);
  return record;
}

// A compressed HTTP response whose body is `text`.
input::CollectionRecord packed_record(std::string id, const std::string& text) {
  std::string packed(compressBound(text.size()), '\0');
  uLongf size = packed.size();
  EXPECT_EQ(compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                     reinterpret_cast<const Bytef*>(text.data()), text.size()),
            Z_OK);
  packed.resize(size);
  input::CollectionRecord record =
      text_record(std::move(id), "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n" + packed);
  record.shape = input::RecordShape::http;
  return record;
}

std::string words(std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += "word" + std::to_string(text.size()) + " ";
  return text;
}

class Batches : public testing::Test {
 protected:
  struct Outcome {
    std::string id;
    std::uint64_t bytes = 0;
    std::string error;
  };

  static std::vector<Outcome> run(Batch batch, std::uint64_t memory, unsigned threads) {
    const auto make = *Shingler::make("words", {.k = 2});
    const auto method = *sketch::Sampler::parse("mod:4");
    base::MemoryBudget budget(memory);
    std::vector<Outcome> out;
    const auto take = [&](const Processed& done) -> Result<void> {
      out.push_back({done.names.id, done.shingled ? done.shingled->bytes : 0,
                     done.shingled ? "" : done.shingled.error().message});
      return {};
    };
    EXPECT_TRUE(process(std::move(batch), {make, method}, {budget, threads}, take));
    return out;
  }
};

TEST_F(Batches, WhatUnpacksToMoreThanItSeemedToIsReadInItsTurn) {
  const std::string bomb(4 << 20, 'a');
  for (const unsigned threads : {1u, 4u}) {
    Batch batch;
    for (int i = 0; i < 12; ++i) {
      const std::string id = std::to_string(i);
      batch.push_back(i % 3 == 1 ? packed_record(id, bomb) : text_record(id, words(100)));
    }
    const auto out = run(std::move(batch), 256 << 20, threads);
    ASSERT_EQ(out.size(), 12u);
    for (std::size_t i = 0; i < out.size(); ++i) {
      EXPECT_EQ(out[i].id, std::to_string(i));
      EXPECT_EQ(out[i].error, "");
      EXPECT_EQ(out[i].bytes, i % 3 == 1 ? bomb.size() : words(100).size());
    }
  }
}

TEST_F(Batches, WhatNoRunOfSoMuchMemoryCanHoldIsListedAndTheRestGoesOn) {
  const std::string bomb(9 << 20, 'a');
  for (const unsigned threads : {1u, 4u}) {
    Batch batch;
    batch.push_back(packed_record("0", bomb));
    batch.push_back(text_record("1", bomb));
    batch.push_back(text_record("2", "good"));
    const auto out = run(std::move(batch), 256 << 20, threads);
    ASSERT_EQ(out.size(), 3u);
    EXPECT_THAT(out[0].error, HasSubstr("expands to more than 8 MiB"));
    EXPECT_THAT(out[1].error,
                HasSubstr("is too large for the memory limit: 9 MiB of at most 8 MiB"));
    EXPECT_EQ(out[2].error, "");
  }
}

TEST_F(Batches, ResultsThatWaitDoNotHoldUpTheOneWhoseTurnItIs) {
  Batch batch;
  // Each result takes a fifth of the memory for results that wait for their turn.
  for (int i = 0; i < 24; ++i) batch.push_back(text_record(std::to_string(i), words(5 << 20)));
  const auto out = run(std::move(batch), 256 << 20, 4);
  ASSERT_EQ(out.size(), 24u);
  for (std::size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(out[i].id, std::to_string(i));
    EXPECT_EQ(out[i].error, "");
  }
}

TEST_F(Batches, WhoAsksToStopGetsWhatIsDoneAndNoMore) {
  test::StopAtQuestion progress(4);
  const auto make = *Shingler::make("words", {.k = 2});
  const auto method = *sketch::Sampler::parse("mod:4");
  base::MemoryBudget budget(256 << 20);
  Batch batch;
  for (int i = 0; i < 9; ++i) batch.push_back(text_record(std::to_string(i), "a b c"));
  std::string taken;
  const auto take = [&](const Processed& done) -> Result<void> {
    taken += done.names.id;
    return {};
  };
  const auto stopped = process(std::move(batch), {make, method}, {budget, 1, &progress}, take);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::cancelled);
  EXPECT_EQ(taken, "0123");
}

TEST_F(Batches, TheFirstErrorEndsIt) {
  const auto make = *Shingler::make("words", {.k = 2});
  const auto method = *sketch::Sampler::parse("mod:4");
  base::MemoryBudget budget(256 << 20);
  Batch batch;
  for (int i = 0; i < 4; ++i) batch.push_back(text_record(std::to_string(i), "a b c"));
  int taken = 0;
  const auto take = [&](const Processed&) -> Result<void> {
    if (++taken == 2) return fail(ErrorCode::io, "full");
    return {};
  };
  EXPECT_FALSE(process(std::move(batch), {make, method}, {budget, 2}, take));
  EXPECT_EQ(taken, 2);
}

}  // namespace
}  // namespace whorl::internal::store
