// The output of the helper for tables: batches are read as they were written, and damaged ones are
// refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "input/tables/frames.h"

namespace whorl::internal::input {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kFrameLimit = 1 << 20;

// Returns blocks of one size.
class Blocks final : public ByteStream {
 public:
  Blocks(std::string bytes, std::size_t size) : bytes_(std::move(bytes)), size_(size) {}
  Result<std::string_view> next() override {
    const std::string_view block = std::string_view(bytes_).substr(at_, size_);
    at_ += block.size();
    return block;
  }

 private:
  std::string bytes_;
  std::size_t size_;
  std::size_t at_ = 0;
};

template <class Number>
std::string little_endian(Number value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

struct TestColumn {
  char role;
  std::vector<std::string> cells;
  std::string states = std::string(cells.size(), '\0');
};

std::string frame_of(char kind, const std::string& body) {
  return kind + little_endian(std::uint64_t{body.size()}) + body;
}

std::string batch_of(const std::vector<TestColumn>& columns) {
  std::string body = little_endian(static_cast<std::uint32_t>(columns.front().cells.size()));
  body += static_cast<char>(columns.size());
  for (const TestColumn& column : columns) {
    std::string offsets = little_endian(std::uint64_t{0}), data;
    for (const std::string& cell : column.cells) {
      data += cell;
      offsets += little_endian(std::uint64_t{data.size()});
    }
    body +=
        column.role + little_endian(std::uint64_t{data.size()}) + column.states + offsets + data;
  }
  return frame_of('B', body);
}

const std::string kStreamBegin = "whorltab" + little_endian(std::uint32_t{1});
const std::string kStreamEnd = frame_of('Z', little_endian(std::uint64_t{3}));

const std::string kTwoBatches =
    kStreamBegin + frame_of('N', little_endian(std::uint64_t{4})) +
    batch_of({{'t', {"one", "", "three"}, std::string("\0\1\0", 3)}, {'i', {"a", "b", "c"}}}) +
    batch_of({{'t', {""}, "\2"}}) + kStreamEnd;

// All cells of all batches, such as "one|a one|b"; an error as "error: …".
std::string cells_of(const std::string& bytes, std::size_t block_size) {
  Blocks blocks(bytes, block_size);
  FrameReader frames(blocks, kFrameLimit);
  RowBatch rows;
  std::string out;
  while (true) {
    const auto more = frames.next(rows);
    if (!more) return out + "error: " + more.error().message;
    if (!*more) return out;
    for (std::uint32_t row = 0; row < rows.rows(); ++row) {
      const Cell text = rows.cell(ColumnRole::text, row);
      out += std::to_string(static_cast<int>(text.state)) + "|" + std::string(text.bytes) + "|" +
             std::string(rows.cell(ColumnRole::id, row).bytes) + " ";
    }
  }
}

TEST(TableFrames, ComeOutAsTheyWerePutIn) {
  for (const std::size_t block : {1u, 2u, 7u, 4096u}) {
    EXPECT_EQ(cells_of(kTwoBatches, block), "0|one|a 1||b 0|three|c 2|| ");
  }
}

TEST(TableFrames, SayWhatTheHelperSays) {
  EXPECT_EQ(cells_of(kStreamBegin + frame_of('X', "has no column \"text\""), 4096),
            "error: has no column \"text\"");
}

TEST(TableFrames, AreRefusedWhereTheyEndEarly) {
  for (std::size_t size = 0; size < kTwoBatches.size(); ++size) {
    EXPECT_THAT(cells_of(kTwoBatches.substr(0, size), 64), HasSubstr("error: ")) << size;
  }
}

TEST(TableFrames, AreRefusedIfTheirNumbersAreWrong) {
  const std::vector<TestColumn> texts = {{'t', {"one", "two"}}};
  const std::string good = batch_of(texts);
  const auto wrong_at = [&](std::size_t at, const std::string& bytes) {
    std::string damaged = good;
    damaged.replace(at, bytes.size(), bytes);
    EXPECT_THAT(cells_of(kStreamBegin + damaged + kStreamEnd, 64), testing::StartsWith("error: "))
        << at;
  };
  constexpr std::size_t kBody = 9, kColumn = kBody + 5, kStates = kColumn + 9;
  wrong_at(0, "Q");                                              // unknown kind
  wrong_at(1, little_endian(kFrameLimit + 1));                   // frame too large
  wrong_at(kBody, little_endian(std::uint32_t{0}));              // no rows
  wrong_at(kBody, little_endian(std::uint32_t{1} << 31));        // more rows than bytes
  wrong_at(kBody + 4, std::string("\2"));                        // missing column
  wrong_at(kColumn, "q");                                        // unknown role
  wrong_at(kColumn, "i");                                        // no text
  wrong_at(kColumn + 1, little_endian(std::uint64_t{1} << 40));  // more data than bytes
  wrong_at(kStates, "\3");                                       // unknown state
  wrong_at(kStates + 2, little_endian(std::uint64_t{1}));        // first offset is not 0
  wrong_at(kStates + 10, little_endian(std::uint64_t{7}));       // offset after the data
  wrong_at(kStates + 18, little_endian(std::uint64_t{2}));       // decreasing offsets
}

}  // namespace
}  // namespace whorl::internal::input
