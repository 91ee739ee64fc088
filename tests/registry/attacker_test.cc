// An attacker has the files of a registry but not its key. Given two texts of equal length, one of
// them registered, the attacker guesses which. A random guess is right half of the time.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cmath>
#include <map>

#include "base/try.h"
#include "jobs/registry/database.h"
#include "jobs/registry/document_row.h"
#include "jobs/registry/features.h"
#include "jobs/registry/index.h"
#include "jobs/registry/manifest.h"
#include "jobs/registry/posting_run.h"
#include "registries.h"
#include "whorl/key.h"

namespace whorl {
namespace {

using test::prose;

// What a document reveals without its fingerprints: the number of its postings, the number of
// different ones, and the positions of the first and the last.
using Shape = std::array<double, 4>;

Shape shape_of(std::map<std::uint64_t, int> hashes, std::uint32_t first, std::uint32_t last) {
  double postings = 0;
  for (const auto& [hash, times] : hashes) postings += times;
  return {postings, static_cast<double>(hashes.size()), static_cast<double>(first),
          static_cast<double>(last)};
}

// The files say it without the key.
Result<std::map<std::string, Shape>> stolen_shapes(const std::string& folder) {
  using namespace internal::registry;
  WHORL_ASSIGN_OR_RETURN(const auto manifest, load_manifest(folder));
  WHORL_ASSIGN_OR_RETURN(const auto database, Database::open(database_of(folder), Access::read));
  WHORL_ASSIGN_OR_RETURN(const auto packed, database.get(Table::facts, kFactsKey));
  WHORL_ASSIGN_OR_RETURN(const auto facts, unpack_facts(*packed));
  std::map<std::uint32_t, std::vector<Posting>> of;
  const auto layout = find_scheme(manifest.scheme)->layout(facts.bucket_bits);
  for (Walk walk = database.walk(Table::postings); *walk.next();) {
    std::vector<Posting> postings;
    WHORL_RETURN_IF_ERROR(read_runs(walk.value(), *number_of_key(walk.key()), layout, postings));
    for (const Posting& posting : postings) of[posting.document].push_back(posting);
  }
  std::map<std::string, Shape> shapes;
  for (Walk walk = database.walk(Table::documents); *walk.next();) {
    WHORL_ASSIGN_OR_RETURN(const auto row, unpack_row(walk.value()));
    std::map<std::uint64_t, int> hashes;
    std::uint32_t first = ~0u, last = 0;
    for (const Posting& posting : of[*number_of_key(walk.key())]) {
      ++hashes[posting.hash];
      first = std::min(first, posting.position);
      last = std::max(last, posting.position);
    }
    shapes[row.document.codes.name] = shape_of(std::move(hashes), first, last);
  }
  return shapes;
}

// The shape of a text under a key that the attacker made up.
Shape imagined(const std::string& text, const internal::registry::Method& method) {
  const auto features = internal::registry::stored(text, method);
  const bool positions = method.scheme->info.positions;
  std::map<std::uint64_t, int> hashes;
  for (const auto& feature : features->list) ++hashes[feature.hash];
  if (features->list.empty() || !positions) return shape_of(std::move(hashes), 0, 0);
  return shape_of(std::move(hashes), features->list.front().position,
                  features->list.back().position);
}

// What the thief is up against; an empty recipe is the scheme's.
struct Kept {
  const char* name;
  const char* scheme;
  const char* recipe;
};

class Attacker : public test::Registries, public testing::WithParamInterface<Kept> {
 protected:
  static constexpr unsigned kPairs = 300;
  static constexpr unsigned kKeys = 6;  // that the attacker tries

  static std::string text(unsigned number) { return prose(400, number).substr(0, 1500); }

  std::string key_file() const {
    const std::string path = folder_.write("key", std::string(64, 'a'));
    ::chmod(path.c_str(), 0600);
    return path;
  }

  static internal::registry::Method under_key(std::uint8_t byte) {
    const std::vector<std::uint8_t> secret(32, byte);
    auto key = std::make_shared<const Key>(*make_key(secret));
    return *internal::registry::make_method(*internal::registry::find_scheme(GetParam().scheme),
                                            GetParam().recipe, std::move(key));
  }

  static std::vector<internal::registry::Method> other_keys() {
    std::vector<internal::registry::Method> all;
    for (std::uint8_t i = 1; i <= kKeys; ++i) all.push_back(under_key(i));
    return all;
  }

  // How far what is stored is from what the text looks like under other keys.
  static double distance(const Shape& stored, const std::string& text,
                         const std::vector<internal::registry::Method>& methods) {
    double sum = 0;
    for (const auto& method : methods) {
      const Shape shape = imagined(text, method);
      for (std::size_t i = 0; i < stored.size(); ++i) {
        sum += std::abs(stored[i] - shape[i]) / (1 + std::abs(stored[i]));
      }
    }
    return sum;
  }

  double share_guessed(const std::vector<internal::registry::Method>& tried) {
    const std::string key = key_file();
    const std::string folder = make("keyed", GetParam().scheme, GetParam().recipe, key);
    {
      Registry registry = write(folder, key);
      for (unsigned i = 0; i < kPairs; ++i) {
        add(registry, {.name = std::to_string(i)}, text(2 * i));
      }
    }
    const auto shapes = stolen_shapes(folder);
    EXPECT_TRUE(shapes) << shapes.error().message;
    double right = 0;
    for (const auto& [name, shape] : *shapes) {
      const unsigned at = 2 * static_cast<unsigned>(std::stoul(name));
      const double own = distance(shape, text(at), tried);
      const double other = distance(shape, text(at + 1), tried);
      right += own < other ? 1 : own == other ? .5 : 0;
    }
    return right / kPairs;
  }
};

TEST_P(Attacker, GuessesNoBetterThanACoin) {
  const double share = share_guessed(other_keys());
  RecordProperty("right", std::to_string(share));
  std::printf("%s: %.1f %% right\n", GetParam().name, 100 * share);
  EXPECT_NEAR(share, .5, .05);
}

// So the guess above is one that a key would make.
TEST_P(Attacker, GuessesRightWithTheKey) {
  if (GetParam().scheme == std::string("koala")) {
    GTEST_SKIP() << "each text has 100, wherever they stand";
  }
  const bool is_count_alone = GetParam().name == std::string("sqrt");  // of few, often the same
  EXPECT_GT(share_guessed({under_key(0xaa)}), is_count_alone ? .7 : .9);
}

INSTANTIATE_TEST_SUITE_P(All, Attacker,
                         testing::Values(Kept{"passages", "passages", ""},
                                         Kept{"koala", "koala", ""}, Kept{"se", "se", ""},
                                         Kept{"sqrt", "se", "words:se/breakpoint:c=10/sqrt"},
                                         Kept{"all_chunks", "se", "words:se/breakpoint:c=10/none"}),
                         [](const auto& kept) { return std::string(kept.param.name); });

}  // namespace
}  // namespace whorl
