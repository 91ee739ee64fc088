// Where contents are found: the content that is searched, the order of places, and their dates.
#include "feature_sweeps.h"

namespace whorl::internal::sweep {
namespace {

class LocatedPages : public FeatureSweeps {};

TEST_F(LocatedPages, OfALivingUrlAreThoseOfItsLastContent) {
  add("2026-05-01", {{"http://a.org/x", range(0, 9)}});
  add("2026-05-02", {{"http://a.org/x", range(10, 19)}, {"http://b.org/old", range(0, 9)}});
  const auto found = locate(store(), "http://a.org/x", 0.5);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->living);
  EXPECT_EQ(found->content_of, "2026-05-02");
  EXPECT_TRUE(found->places.empty());
}

TEST_F(LocatedPages, ComeLivingFirstThenNewestThenMostSimilar) {
  const Features content = range(0, 10);
  add("2026-05-01",
      {{"http://a.org/x", content}, {"http://a.org/m", content}, {"http://a.org/gone", content}});
  add("2026-05-02", {{"http://a.org/m", content},
                     {"http://a.org/b", range(1, 10)},
                     {"http://a.org/c", content},
                     {"http://a.org/a", content}});
  add("2026-05-03", {{"http://a.org/m", content},
                     {"http://a.org/b", range(1, 10)},
                     {"http://a.org/c", content},
                     {"http://a.org/z", content}});
  const auto found = locate(store(), "http://a.org/x", 0.5);
  ASSERT_TRUE(found);
  std::vector<std::string> urls;
  for (const PlaceFound& place : found->places) urls.push_back(place.url.substr(13));
  EXPECT_EQ(urls, (std::vector<std::string>{"z", "c", "b", "m", "a", "gone"}));
}

TEST_F(LocatedPages, AreDatedByTheContentNotByTheUrl) {
  const Features content = range(0, 10);
  const Features edited = range(1, 10);
  add("2026-05-01", {{"http://a.org/x", content}, {"http://a.org/y", range(50, 60)}});
  add("2026-05-02", {{"http://a.org/y", content}});
  add("2026-05-03", {{"http://a.org/y", edited}});
  add("2026-05-04", {{"http://a.org/y", range(70, 80)}});
  const auto found = locate(store(), "http://a.org/x", 0.5);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->places.size(), 1u);
  const PlaceFound& place = found->places[0];
  EXPECT_EQ(place.first_seen, "2026-05-02");
  EXPECT_EQ(place.last_seen, "2026-05-03");
  EXPECT_FALSE(place.living);  // the URL is alive, but with other content
  EXPECT_EQ(place.resemblance.value, 0.9);
}

TEST_F(LocatedPages, HaveALifeOfVersions) {
  add("2026-05-01", {{"http://a.org/x", range(0, 9)}, {"http://a.org/y", range(20, 29)}});
  add("2026-05-02", {{"http://a.org/x", range(0, 9)}, {"http://a.org/y", range(20, 29)}});
  add("2026-05-03", {{"http://a.org/x", range(0, 8)}, {"http://a.org/y", range(20, 29)}});
  add("2026-05-04", {{"http://a.org/y", range(20, 29)}});
  const auto of_x = life(store(), "http://a.org/x");
  ASSERT_TRUE(of_x);
  EXPECT_FALSE(of_x->living);
  EXPECT_EQ(of_x->sweeps.size(), 4u);
  ASSERT_EQ(of_x->versions.size(), 2u);
  EXPECT_EQ(of_x->versions[0].first_seen, "2026-05-01");
  EXPECT_EQ(of_x->versions[0].last_seen, "2026-05-02");
  EXPECT_EQ(of_x->versions[0].resemblance, Estimate{});
  EXPECT_EQ(of_x->versions[1].first_seen, "2026-05-03");
  EXPECT_NEAR(of_x->versions[1].resemblance.value, 0.9, 0.02);
  EXPECT_TRUE(life(store(), "http://a.org/y")->living);
  EXPECT_EQ(life(store(), "http://a.org/z").error().code, ErrorCode::not_found);
  EXPECT_EQ(*sweep_dates(store()), of_x->sweeps);
  EXPECT_EQ(sweep_dates(store() + "/none").error().code, ErrorCode::not_found);
  EXPECT_EQ(nlohmann::json::parse(life_json(*of_x)).at("versions").size(), 2u);
}

TEST_F(LocatedPages, ShowTheirBoundsInJson) {
  Located located;
  located.places.push_back({"http://a.org/x", 0.5, 0.25, 0.75, true, "2026-05-01", "2026-05-02"});
  const auto place = nlohmann::json::parse(located_json(located)).at("places").at(0);
  EXPECT_EQ(place.at("low"), 0.25);
  EXPECT_EQ(place.at("resemblance"), 0.5);
  EXPECT_EQ(place.at("high"), 0.75);
  EXPECT_EQ(place.at("first_seen"), "2026-05-01");
}

}  // namespace
}  // namespace whorl::internal::sweep
