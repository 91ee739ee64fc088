// Results of sweeps as JSON. Format: docs/format.md, "sweep results".

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "whorl/sweep.h"

namespace whorl {
namespace {

using json = nlohmann::ordered_json;

constexpr int kJsonFormat = 1;

json to_json(const DriftCounts& c) {
  return {{"unchanged", c.unchanged},
          {"changed", c.changed},
          {"moved_within_host", c.moved_within},
          {"moved_between_hosts", c.moved_between},
          {"died", c.died},
          {"appeared", c.appeared},
          {"returned", c.returned},
          {"resemblance_of_changed", c.resemblance},
          {"too_short_to_compare", c.too_short}};
}

json to_json(const Lifetimes& l) {
  return {{"urls", l.urls}, {"mean_days", l.mean_days}, {"median_days", l.median_days}};
}

}  // namespace

std::string drift_json(const Drift& drift) {
  json sweeps = json::array();
  for (std::size_t i = 0; i < drift.dates.size(); ++i) {
    sweeps.push_back({{"date", drift.dates[i]}, {"pages", drift.pages[i]}});
  }
  json steps = json::array();
  for (const DriftStep& step : drift.steps) {
    json one = {{"from", step.from}, {"to", step.to}};
    one.update(to_json(step.counts));
    steps.push_back(std::move(one));
  }
  json hosts = json::array();
  for (const DriftHost& host : drift.hosts) {
    json one = {{"host", host.host}, {"pages", host.pages}, {"moved_in", host.moved_in}};
    one.update(to_json(host.counts));
    hosts.push_back(std::move(one));
  }
  const json all = {{"format", kJsonFormat},
                    {"sweeps", sweeps},
                    {"steps", steps},
                    {"total", to_json(drift.total)},
                    {"lived", {{"gone", to_json(drift.gone)}, {"living", to_json(drift.living)}}},
                    {"hosts", hosts}};
  return internal::base::json_text(all, 1) + "\n";
}

std::string located_json(const Located& l) {
  json places = json::array();
  for (const PlaceFound& place : l.places) {
    places.push_back({{"url", place.url},
                      {"living", place.living},
                      {"resemblance", place.resemblance.value},
                      {"low", place.resemblance.low},
                      {"high", place.resemblance.high},
                      {"first_seen", place.first_seen},
                      {"last_seen", place.last_seen}});
  }
  const json all = {{"format", kJsonFormat},    {"url", l.url},
                    {"living", l.living},       {"first_seen", l.first_seen},
                    {"last_seen", l.last_seen}, {"content_of", l.content_of},
                    {"places", places},         {"cut", l.cut}};
  return internal::base::json_text(all, 1) + "\n";
}

std::string life_json(const PageLife& life) {
  json versions = json::array();
  for (const PageVersion& version : life.versions) {
    versions.push_back({{"first_seen", version.first_seen},
                        {"last_seen", version.last_seen},
                        {"bytes", version.bytes},
                        {"resemblance", version.resemblance.value},
                        {"low", version.resemblance.low},
                        {"high", version.resemblance.high}});
  }
  const json all = {{"format", kJsonFormat},
                    {"url", life.url},
                    {"living", life.living},
                    {"sweeps", life.sweeps},
                    {"versions", std::move(versions)}};
  return internal::base::json_text(all, 1) + "\n";
}

}  // namespace whorl
