// Positions of a document: as they were written once, back as they were, and refused where they are
// none.
#include "store/positions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <random>

#include "../temp_folder.h"
#include "base/file_system.h"

namespace whorl::internal::store {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr const char* kGolden = WHORL_SOURCE_DIR "/tests/store/golden/positions1.bin";

// A document whose shingles are given numbers.
struct Document {
  std::vector<std::uint64_t> in_order;
  std::vector<std::uint64_t> set;
  tokens::Spans spans;
  std::uint32_t k = 0;

  Bytes encoded() const { return encode_positions(in_order, set, k, tokens::Origin(spans)); }
};

Document document(std::vector<std::uint64_t> in_order, std::uint32_t k, tokens::Spans spans) {
  Document made{in_order, std::move(in_order), std::move(spans), k};
  std::ranges::sort(made.set);
  made.set.erase(std::unique(made.set.begin(), made.set.end()), made.set.end());
  return made;
}

// Five words: the shingles of the first two and of the last two are equal; one word is long, and
// one is before the others.
Document kept() {
  return document({5ull << 60, 7, 1ull << 40, 5ull << 60}, 2,
                  {{0, 6, 8, 200, 100}, {5, 1, 190, 3, 2}});
}

Document random_document(std::mt19937_64& random) {
  const std::uint32_t k = 1 + random() % 5;
  std::vector<std::uint64_t> shingles(random() % 300);
  const std::uint64_t distinct = 1 + random() % 200;
  for (auto& shingle : shingles) shingle = (random() % distinct) * 0x9e37'79b9'7f4a'7c15;
  tokens::Spans spans;
  std::uint32_t at = 0;
  for (std::size_t i = 0; i + 1 < shingles.size() + k; ++i) {
    at += random() % 300;
    spans.begin.push_back(at);
    spans.length.push_back(1 + random() % 300);
  }
  return document(std::move(shingles), k, std::move(spans));
}

void expect_right(const Positions& found, const Document& made) {
  ASSERT_EQ(found.shingles.size(), made.in_order.size());
  for (std::size_t i = 0; i < found.shingles.size(); ++i) {
    EXPECT_EQ(made.set[found.shingles[i]], made.in_order[i]);
  }
  for (std::size_t i = 0; i < found.symbols.size(); ++i) {
    EXPECT_EQ(found.symbols[i],
              (Positions::SymbolBytes{made.spans.begin[i], made.spans.length[i]}));
  }
}

TEST(PositionBytes, AreThoseThatWereOnceWritten) {
  std::ifstream file(kGolden, std::ios::binary);
  const Bytes golden{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(kept().encoded(), golden);
  const auto found = decode_positions(golden, {2, 3});
  ASSERT_TRUE(found) << found.error().message;
  expect_right(*found, kept());
  EXPECT_EQ(found->bytes(1, 4).begin, 6u);
  EXPECT_EQ(found->bytes(1, 4).end, 203u);
}

TEST(PositionBytes, GiveBackEveryPlace) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 500; ++round) {
    const Document made = random_document(random);
    const auto found = decode_positions(made.encoded(), {made.k, made.set.size()});
    ASSERT_TRUE(found) << found.error().message;
    expect_right(*found, made);
  }
}

TEST(PositionBytes, OfAShortDocumentAreNone) {
  EXPECT_TRUE(document({}, 10, {{0}, {4}}).encoded().empty());
  EXPECT_TRUE(decode_positions({}, {10, 0})->symbols.empty());
  EXPECT_EQ(decode_positions({}, {10, 1}).error().code, ErrorCode::corrupt);
}

// Whatever the bytes, no more is believed than they can hold.
TEST(PositionBytes, AreRefusedWhereTheyAreNone) {
  const Bytes good = kept().encoded();
  const auto refused = [](const Bytes& bytes, const PositionShape& shape) {
    const auto found = decode_positions(bytes, shape);
    return found ? "nothing" : found.error().message;
  };
  for (std::size_t length = 1; length < good.size(); ++length) {
    EXPECT_NE(refused({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)}, {2, 3}),
              "nothing");
  }
  Bytes longer = good;
  longer.push_back(0);
  EXPECT_NE(refused(longer, {2, 3}).find("do not end where"), std::string::npos);
  EXPECT_NE(refused(good, {2, 2}).find("shingles that it does not have"), std::string::npos);
  EXPECT_NE(refused({0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1, 1}, {2, 3}).find("end early"),
            std::string::npos);
  std::mt19937_64 random(6);
  for (int round = 0; round < 2000; ++round) {
    Bytes changed = good;
    changed[random() % changed.size()] = static_cast<std::uint8_t>(random());
    const auto found = decode_positions(changed, {2, 3});
    if (!found) continue;
    EXPECT_TRUE(std::ranges::all_of(found->shingles, [](std::uint32_t rank) { return rank < 3; }));
  }
}

TEST(PositionFiles, GrowAndAreTakenOver) {
  test::TempFolder folder("positions");
  base::FileSystem& disk = base::FileSystem::real();
  std::mt19937_64 random(9);
  std::vector<Document> documents;
  StoreFiles one(disk, folder / "", new_file_table());
  std::uint64_t written = 0;
  for (int part = 0; part < 2; ++part) {
    auto writer = PositionWriter::append(one, documents.size(), written);
    ASSERT_TRUE(writer) << writer.error().message;
    for (int i = 0; i < 20; ++i) {
      documents.push_back(random_document(random));
      ASSERT_TRUE(writer->add(documents.back().encoded()));
    }
    ASSERT_TRUE(writer->sync());
    written = writer->written();
  }
  EXPECT_EQ(PositionWriter::append(one, documents.size(), written + 1).error().code,
            ErrorCode::corrupt);
  ASSERT_TRUE(base::make_folder(folder / "all"));
  StoreFiles all(disk, folder / "all", new_file_table());
  auto copied = PositionWriter::write(all);
  NoProgress quiet;
  ASSERT_TRUE(copied && copied->add_all(one, quiet) && copied->add_all(one, quiet) &&
              copied->sync());
  for (DocId doc = 0; doc < 80; ++doc) {
    const Document& made = documents[doc % 40];
    const auto reader = PositionReader::open(all, 80, made.k);
    ASSERT_TRUE(reader) << reader.error().message;
    const auto found = reader->read(doc, made.set.size());
    ASSERT_TRUE(found) << found.error().message;
    expect_right(*found, made);
  }
  EXPECT_EQ(PositionReader::open(all, 79, 1).error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace whorl::internal::store
