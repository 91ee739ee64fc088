// Chunks of texts: where they end, their digests, and the bytes that they came from.

#include "fingerprints/chunks/chunks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "chunk_pieces.h"
#include "fingerprints/chunks/chunk_table.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "whorl/fingerprint.h"

namespace whorl::internal::chunks {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<TokenRange> broken(TokenSpan tokens, std::uint64_t c, std::uint64_t seed) {
  Recipe recipe;
  recipe.seed = seed;
  const std::vector<std::uint64_t> args = {c};
  std::vector<TokenRange> out;
  const tokens::Origin origin;
  find_chunking("breakpoint")->split({tokens, origin, {}, {}}, args, SeededTokenHash(recipe), out);
  return out;
}

TEST(Breakpoints, EndAfterTokensThatAreZeroModC) {
  std::mt19937 random(5);
  for (const std::size_t size : {0, 1, 2, 63, 4095, 4096, 4097, 9000}) {
    std::vector<std::uint32_t> tokens(size);
    for (auto& token : tokens) token = random() % 500;
    for (const std::uint64_t c : {1, 2, 10, 1000}) {
      for (const std::uint64_t seed : {0, 7}) {
        std::vector<TokenRange> expected;
        std::uint32_t first = 0;
        for (std::uint32_t i = 0; i < size; ++i) {
          const std::uint64_t hash = kernels::fingerprint(TokenSpan(tokens).subspan(i, 1), seed);
          if (hash % c != 0 && i + 1 < size) continue;
          expected.push_back({first, i + 1});
          first = i + 1;
        }
        EXPECT_EQ(broken(tokens, c, seed), expected) << size << " " << c;
      }
    }
  }
}

// An edit only changes its own chunk, and the next one if it removes a breakpoint.
TEST(Breakpoints, AnEditChangesNoOtherChunk) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "w" + std::to_string(i * i % 701) + " ";
  std::string edited = text;
  edited.insert(edited.find("w9 "), "an inserted phrase ");
  std::vector<std::uint64_t> a, b, common;
  for (const Chunk& c : chunks_by("words:se/breakpoint:c=10/none", text).chunks) {
    a.push_back(c.digest);
  }
  for (const Chunk& c : chunks_by("words:se/breakpoint:c=10/none", edited).chunks) {
    b.push_back(c.digest);
  }
  ASSERT_GT(a.size(), 100u);
  const auto differ = std::ranges::mismatch(a, b);
  EXPECT_TRUE(std::equal(a.rbegin(), a.rend() - (differ.in1 - a.begin()) - 1, b.rbegin()));
}

TEST(Digests, AreFingerprintsOfTheWholeChunk) {
  const std::string text = "One two three four five six seven eight nine ten eleven";
  const Recipe recipe = parse_recipe("words:se/k=11/winnow:w=1/seed=3").value();
  const ChunkSet set = chunks_by("words:se/breakpoint:c=4294967296/none/seed=3", text);
  ASSERT_EQ(set.chunks.size(), 1u);
  EXPECT_EQ(set.chunks[0].digest, whorl::fingerprint(text, recipe).value().hash.at(0));
  EXPECT_EQ(set.digest_bits, 64u);
}

// RFC 1321, A.5: the first ten digits.
TEST(Digests, ByMd5AreThoseOfTheStandard) {
  Recipe recipe;
  recipe.digest = Digest::md5;
  const std::string_view digits =
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890";
  std::vector<std::uint32_t> tokens(digits.size() / 4);
  std::memcpy(tokens.data(), digits.data(), digits.size());
  EXPECT_EQ(SeededTokenHash(recipe).digest(tokens), 0x57edf4a22bu);
  EXPECT_EQ(SeededTokenHash(recipe).digest({}), 0xd41d8cd98fu);
}

TEST(Digests, ByMd5HaveFortyBits) {
  const ChunkSet set = chunks_by("words:se/breakpoint:c=3/none/digest=md5", "a b c d e f g h i j");
  EXPECT_EQ(set.digest_bits, 40u);
  for (const Chunk& chunk : set.chunks) EXPECT_LT(chunk.digest, std::uint64_t{1} << 40);
}

TEST(Paragraphs, EndAtBlankLines) {
  EXPECT_THAT(pieces("code:c/paragraph/none", "int a;\nint b;\n\n \t\nint c;\n// only\n\nf();\n"),
              ElementsAre("int a;\nint b;", "int c;", "f();"));
  EXPECT_THAT(pieces("code:c/paragraph/none", "a;\r\n\r\nb;\r\rc;"), ElementsAre("a;", "b;", "c;"));
  EXPECT_THAT(pieces("code:c/paragraph/none", "\n\n// nothing\n\n"), IsEmpty());
  EXPECT_THAT(pieces("code:c/paragraph/none", "a; /* x\n\ny */ b;\nc;"),
              ElementsAre("a;", "b;\nc;"));
}

TEST(Paragraphs, OfProseEndAtBlankLines) {
  for (const char* recipe : {"words/paragraph/none", "words:se/paragraph/none"}) {
    EXPECT_THAT(pieces(recipe, "One two;\nthree\n \t\nfour five\n\f\n\nsix"),
                ElementsAre("One two;\nthree", "four five", "six"))
        << recipe;
    EXPECT_THAT(pieces(recipe, "\n\n...\n"), IsEmpty()) << recipe;
  }
}

// Blocks that end by indentation belong to no chunk, so the text after a paragraph does not change
// it.
TEST(Paragraphs, OfPythonAreTheSameWhateverFollows) {
  const std::string function = "def f(x):\n    return x + 1\n";
  const auto first = [](const std::string& text) {
    return chunks_by("code:python/paragraph/none", text).chunks.at(0).digest;
  };
  EXPECT_EQ(first(function), first(function + "\n\ny = 3\n"));
  EXPECT_EQ(first(function), first(function + "\nclass A:\n    pass\n"));
}

TEST(Chunks, KnowTheirBytesAndSymbols) {
  const ChunkSet set = chunks_by("words:se/breakpoint:c=1/none", "\u00e9t\u00e9, it's");
  EXPECT_EQ(set.symbols, 2u);
  EXPECT_EQ(set.before_culling, 2u);
  ASSERT_EQ(set.chunks.size(), 2u);
  EXPECT_EQ(set.chunks[0].bytes, (ByteRange{0, 5}));
  EXPECT_EQ(set.chunks[1].bytes, (ByteRange{7, 11}));
  EXPECT_EQ(set.chunks[1].first, 1u);
  EXPECT_EQ(set.chunks[1].symbols, 1u);
}

TEST(Chunks, OfEmptyAndBinaryTexts) {
  for (const std::string_view text : {std::string_view(), std::string_view("\0\xff\xfe\0", 4)}) {
    for (const char* recipe : {"words:se/breakpoint:c=10/variance", "code:c/subroutine/sqrt",
                               "code:python/subroutine/none", "html:words/breakpoint:c=2/none"}) {
      const auto found = whorl::chunks(text, parse_recipe(recipe).value());
      ASSERT_TRUE(found) << recipe;
      EXPECT_LE(found->chunks.size(), 1u) << recipe;
    }
  }
}

TEST(Chunks, RefuseOtherRecipes) {
  const auto refusal = [](const char* recipe) {
    return whorl::chunks("a", parse_recipe(recipe).value()).error().message;
  };
  EXPECT_THAT(refusal("words/k=4/winnow:w=2"), HasSubstr("a recipe of chunks is needed"));
  EXPECT_THAT(refusal("words/breakpoint:c=4/none/key=0123456789abcdef"),
              HasSubstr("needs the key"));
  const Recipe recipe = parse_recipe("words/breakpoint:c=4/none").value();
  EXPECT_THAT(whorl::fingerprint("a", recipe).error().message,
              HasSubstr("chunks ('breakpoint') are for"));
}

}  // namespace
}  // namespace whorl::internal::chunks
