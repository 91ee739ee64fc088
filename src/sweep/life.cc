// The life of a page: its versions, by the rows of its URL.

#include "base/guard.h"
#include "base/try.h"
#include "sketch/sketch.h"
#include "sweep/store.h"
#include "whorl/sweep.h"

namespace whorl {

using namespace internal;

namespace {

std::vector<std::string> dates_of(const sweep::SweepStore& store) {
  std::vector<std::string> dates;
  for (const sweep::SweepEntry& sweep : store.manifest().sweeps) dates.push_back(sweep.date);
  return dates;
}

Result<sketch::Measure> resemblance(const sweep::SweepStore& store, const sweep::VersionRecord& a,
                                    const sweep::VersionRecord& b) {
  if (a.canonical == b.canonical) return sketch::Measure{1, 1, 1, true};
  WHORL_ASSIGN_OR_RETURN(const auto method,
                         sketch::Sampler::parse(store.manifest().settings.sketch));
  return store.resemblance(method, a, b);
}

Result<PageLife> life_of(const sweep::SweepStore& store, const std::string& url) {
  WHORL_ASSIGN_OR_RETURN(const auto rows, store.rows_of(base::hash128(url)));
  if (rows.empty()) {
    return fail(ErrorCode::not_found, url + ": no sweep of the store found this URL");
  }
  PageLife out{url, rows.back().last == store.last_sweep(), dates_of(store), {}};
  std::optional<sweep::VersionRecord> before;
  for (const sweep::PageRow& row : rows) {
    WHORL_ASSIGN_OR_RETURN(const auto version, store.version(row.version));
    PageVersion seen{store.date(row.first), store.date(row.last), version.bytes};
    if (before) {
      WHORL_ASSIGN_OR_RETURN(const auto measure, resemblance(store, *before, version));
      seen.resemblance = measure.value;
      seen.low = measure.low;
      seen.high = measure.high;
    }
    out.versions.push_back(std::move(seen));
    before = version;
  }
  return out;
}

}  // namespace

Result<PageLife> life(const std::string& store, const std::string& url) try {
  WHORL_ASSIGN_OR_RETURN(const auto opened,
                         sweep::SweepStore::open(base::FileSystem::real(), store));
  return life_of(opened, url);
} catch (...) {
  return base::caught();
}

Result<std::vector<std::string>> sweep_dates(const std::string& store) try {
  WHORL_ASSIGN_OR_RETURN(const auto opened,
                         sweep::SweepStore::open(base::FileSystem::real(), store));
  return dates_of(opened);
} catch (...) {
  return base::caught();
}

}  // namespace whorl
