// Once memory is warm, a document causes no allocation. Every call of operator new is counted. Not
// counted are ICU's malloc, for pieces of folding that do not fit its own buffer, and over-aligned
// types, which this code does not use.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <random>
#include <string>
#include <vector>

#include "fingerprints/job/fingerprint_document.h"

namespace {

std::atomic<std::size_t> allocations = 0;

void* counted(std::size_t bytes) {
  ++allocations;
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new[](std::size_t bytes) { return counted(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace whorl::internal::job {
namespace {

std::string prose(const std::vector<std::string>& words, std::size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::string out;
  while (out.size() < size) out += words[random() % words.size()] + " ";
  return out;
}

std::string page(std::size_t size) {
  return "<!doctype html><html><head><title>A page</title><style>p {}</style></head><body>" +
         prose({"<p>one", "two &amp; three", "<svg><title>four</title></svg>", "&eacute;t&eacute;",
                "<b>f</b>ive", "<script>six()</script>"},
               size) +
         "</body></html>";
}

std::vector<Document> documents() {
  const std::vector<std::string> ascii = {"some", "Words", "of", "no", "great", "length,", "42."};
  const std::vector<std::string> latin = {"na\u00efve", "e\u0301t\u00e9", "\ufb01n", "word",
                                          "Z\u00fcrich"};
  std::vector<Document> out;
  for (const std::size_t size : {200, 3'000, 40'000}) {
    const std::string name = "a folder with a long name/" + std::to_string(size);
    out.push_back({name + ".txt", prose(ascii, size)});
    out.push_back({name + ".latin.txt", prose(latin, size)});
    out.push_back({name + ".html", page(size)});
  }
  return out;
}

// The number of allocations for all documents, in a second pass over them.
std::size_t allocations_once_warm(const char* recipe, bool keep) {
  const FingerprintPlan plan{parse_recipe(recipe).value(), keep};
  DocumentFingerprinter fingerprinter(plan);
  std::size_t warm = 0;
  for (int round = 0; round < 10; ++round) {
    for (Document& document : documents()) {
      const std::size_t before = allocations;
      const FingerprintOutcome outcome = fingerprinter.take(std::move(document), 1);
      if (round > 0) warm += allocations - before;
      EXPECT_TRUE(outcome.usable && outcome.count > 0) << recipe << " " << outcome.name;
    }
  }
  return warm;
}

class Allocations : public testing::TestWithParam<const char*> {};

TEST_P(Allocations, AreNoneADocument) { EXPECT_EQ(allocations_once_warm(GetParam(), false), 0u); }

TEST_P(Allocations, AreThoseOfTheFingerprintsKept) {
  const std::size_t lists = 2;  // hashes and positions
  EXPECT_EQ(allocations_once_warm(GetParam(), true), 9 * documents().size() * lists);
}

INSTANTIATE_TEST_SUITE_P(Recipes, Allocations,
                         testing::Values("text/k=30/winnow:w=21", "text/k=30/robust:w=21",
                                         "text/k=30/oc:w=21", "text/k=30/modmin:w=21",
                                         "html/k=30/winnow:w=21", "html/k=30/oc:w=21",
                                         "consonants/k=20/winnow:w=6",
                                         "html:consonants/k=20/oc:w=6", "bytes/k=30/winnow:w=21",
                                         "bytes/k=30/oc:w=21"));

}  // namespace
}  // namespace whorl::internal::job
