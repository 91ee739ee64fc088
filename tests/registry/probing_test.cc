// A person who may search can find out which substrings of a text are stored. A refresh makes this
// knowledge worthless (Heintze 1996, "Security"). ./dev bench registry measures the same on real
// texts.
#include "registry/probing.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "registries.h"

namespace whorl {
namespace {

using Probing = test::Registries;

TEST_F(Probing, AfterARefreshLittleOfWhatWasFoundOutIsStored) {
  const std::string key = folder_.write("key", std::string(64, 'a'));
  ASSERT_EQ(::chmod(key.c_str(), 0600), 0);
  const std::string folder = make("koala", "koala", {}, key);
  const std::string text = test::prose(20'000, 1);
  folder_.write("text", text);
  bench::Probes probes;
  {
    Registry registry = write(folder, key);
    add(registry, {.name = "text"}, text);
    probes = bench::probe(registry, text, 1000).value();
  }
  const auto stored = [&] { return *bench::stored_in(folder, key, text, {{0, text.size()}}); };
  const auto found_out = *bench::stored_in(folder, key, text, probes.found);
  EXPECT_EQ(probes.searches, 1000u);
  EXPECT_GT(bench::share_known(found_out, stored()), .9);
  {
    Registry registry = write(folder, key);
    const auto before = search(registry, bench::edited(text, probes.found));
    EXPECT_TRUE(before.hits.empty() || before.hits.front().contains.value < .1);
    RefreshRegistryOptions options;
    options.input.paths = {folder_.path("text")};
    ASSERT_EQ(registry.refresh(options, nullptr, quiet_)->waiting, 0u);
    const auto after = search(registry, bench::edited(text, probes.found));
    ASSERT_FALSE(after.hits.empty());
    EXPECT_GT(after.hits.front().contains.value, .6);
  }
  EXPECT_LT(bench::share_known(found_out, stored()), .2);  // .1 of 100, by chance
}

}  // namespace
}  // namespace whorl
