// Lost and found: the cluster of a content over all sweeps, found by following similar versions
// through the sweeps' indexes, and the URLs in it that still exist (Broder 1997).

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/guard.h"
#include "base/try.h"
#include "fingerprints/sketch/sketch.h"
#include "jobs/collection/sweep/store.h"
#include "store/shingle_index.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {
namespace {

constexpr std::size_t kFollowed = 10'000;  // versions of a cluster

class Finder {
 public:
  static Result<Finder> open(base::FileSystem& file_system, const base::FileSystem::Path& path,
                             double threshold) {
    WHORL_ASSIGN_OR_RETURN(auto store, sweep::SweepStore::open(file_system, path));
    Finder finder(std::move(store), threshold);
    for (std::size_t sweep = 0; sweep <= finder.store_.last_sweep(); ++sweep) {
      WHORL_ASSIGN_OR_RETURN(auto index, finder.store_.index(sweep));
      finder.indexes_.push_back(std::move(index));
    }
    return finder;
  }

  Result<Located> locate(const std::string& url) {
    WHORL_ASSIGN_OR_RETURN(auto rows, store_.rows_of(base::hash128(url)));
    if (rows.empty()) {
      return fail(ErrorCode::not_found, url + ": no sweep of the store found this URL");
    }
    Located out;
    out.url = url;
    out.first_seen = store_.date(rows.front().first);
    out.last_seen = store_.date(rows.back().last);
    out.living = rows.back().last == store_.last_sweep();
    bool found = false;
    for (auto row = rows.rbegin(); row != rows.rend() && !found; ++row) {
      Located of_version = out;
      of_version.content_of = store_.date(row->last);
      WHORL_RETURN_IF_ERROR(fill_places(row->version, base::hash128(url), of_version));
      const auto& places = of_version.places;
      found = out.living || (!places.empty() && places.front().living);
      if (found || row == rows.rbegin()) out = std::move(of_version);
    }
    return out;
  }

 private:
  Finder(sweep::SweepStore store, double threshold)
      : store_(std::move(store)), threshold_(threshold) {}

  struct Loaded {
    sweep::VersionRecord record;
    std::vector<std::uint64_t> sketch;
    sketch::SketchView view() const { return {sketch, record.modulus, record.full_size}; }
  };

  Result<Loaded> load(std::uint32_t version) const {
    Loaded loaded;
    WHORL_ASSIGN_OR_RETURN(auto record, store_.version(version));
    loaded.record = record;
    WHORL_RETURN_IF_ERROR(store_.sketch(record, loaded.sketch));
    return loaded;
  }

  sketch::Measure resemblance(const Loaded& a, const Loaded& b) const {
    if (a.record.canonical == b.record.canonical) return sketch::counted(1, 1);
    return store_.sketching().resemblance(a.view(), b.view());
  }

  // All versions that are similar to a version of the cluster, over any number of steps.
  Result<std::set<std::uint32_t>> cluster_of(std::uint32_t version, bool& cut) const {
    std::set<std::uint32_t> cluster{version};
    std::vector<std::uint32_t> open{version};
    while (!open.empty() && !cut) {
      const std::uint32_t next = open.back();
      open.pop_back();
      WHORL_ASSIGN_OR_RETURN(auto similar, similar_to(next, cluster));
      for (std::uint32_t other : similar) {
        cut = cut || cluster.size() >= kFollowed;
        if (!cut && cluster.insert(other).second) open.push_back(other);
      }
    }
    return cluster;
  }

  Result<std::vector<std::uint32_t>> similar_to(std::uint32_t version,
                                                const std::set<std::uint32_t>& known) const {
    WHORL_ASSIGN_OR_RETURN(auto asked, load(version));
    if (asked.sketch.empty()) return equal_to(asked.record);
    std::vector<std::uint32_t> similar;
    for (const store::ShingleIndex& index : indexes_) {
      WHORL_ASSIGN_OR_RETURN(auto sharing, store::documents_sharing(index, asked.sketch));
      for (const store::SharedShingles& shared : sharing) {
        if (known.contains(shared.doc)) continue;
        WHORL_ASSIGN_OR_RETURN(auto other, load(shared.doc));
        if (resemblance(asked, other).value >= threshold_) similar.push_back(shared.doc);
      }
    }
    return similar;
  }

  // A text too short for shingles is similar only to equal texts.
  Result<std::vector<std::uint32_t>> equal_to(const sweep::VersionRecord& asked) const {
    std::vector<std::uint32_t> equal;
    if (!sweep::has_text(asked)) return equal;
    for (std::uint32_t number = 0; number < store_.manifest().versions(); ++number) {
      WHORL_ASSIGN_OR_RETURN(auto other, store_.version(number));
      if (other.canonical == asked.canonical) equal.push_back(number);
    }
    return equal;
  }

  // The other URLs of the cluster.
  Result<void> fill_places(std::uint32_t version, const base::Hash128& own, Located& out) const {
    WHORL_ASSIGN_OR_RETURN(auto cluster, cluster_of(version, out.cut));
    WHORL_ASSIGN_OR_RETURN(auto asked, load(version));
    std::map<base::Hash128, std::string> urls;
    for (std::uint32_t member : cluster) {
      WHORL_ASSIGN_OR_RETURN(auto record, store_.version(member));
      WHORL_ASSIGN_OR_RETURN(auto url, store_.url(record));
      const base::Hash128 hash = base::hash128(url);
      if (hash != own) urls.emplace(hash, std::move(url));
    }
    for (const auto& [hash, url] : urls) {
      WHORL_ASSIGN_OR_RETURN(auto place, place_of(hash, url, cluster, asked));
      out.places.push_back(std::move(place));
    }
    std::sort(out.places.begin(), out.places.end(), [](const PlaceFound& a, const PlaceFound& b) {
      return std::tuple(!a.living, b.last_seen, b.first_seen, -a.resemblance.value, a.url) <
             std::tuple(!b.living, a.last_seen, a.first_seen, -b.resemblance.value, b.url);
    });
    return {};
  }

  // A URL's dates with content of the cluster, and how similar its last such content is.
  Result<PlaceFound> place_of(const base::Hash128& hash, const std::string& url,
                              const std::set<std::uint32_t>& cluster, const Loaded& asked) const {
    WHORL_ASSIGN_OR_RETURN(auto rows, store_.rows_of(hash));
    PlaceFound place;
    place.url = url;
    const sweep::PageRow* last = nullptr;
    for (const sweep::PageRow& row : rows) {
      if (!cluster.contains(row.version)) continue;
      if (!last) place.first_seen = store_.date(row.first);
      last = &row;
    }
    if (!last) return fail(ErrorCode::corrupt, "the sweep store is damaged");
    place.last_seen = store_.date(last->last);
    place.living = last->last == store_.last_sweep();
    WHORL_ASSIGN_OR_RETURN(auto content, load(last->version));
    place.resemblance = resemblance(asked, content);
    return place;
  }

  sweep::SweepStore store_;
  double threshold_;
  std::vector<store::ShingleIndex> indexes_;
};

}  // namespace

}  // namespace whorl::internal::sweep

namespace whorl {

using namespace internal;
using namespace internal::sweep;

namespace {

std::vector<std::string> dates_of(const sweep::SweepStore& store) {
  std::vector<std::string> dates;
  for (const sweep::SweepEntry& sweep : store.manifest().sweeps) dates.push_back(sweep.date);
  return dates;
}

Result<sketch::Measure> resemblance(const sweep::SweepStore& store, const sweep::VersionRecord& a,
                                    const sweep::VersionRecord& b) {
  if (a.canonical == b.canonical) return sketch::counted(1, 1);
  return store.resemblance(a, b);
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
      WHORL_ASSIGN_OR_RETURN(seen.resemblance, resemblance(store, *before, version));
    }
    out.versions.push_back(std::move(seen));
    before = version;
  }
  return out;
}

}  // namespace

Result<Located> locate(const std::string& store, const std::string& url, double threshold) try {
  if (!(threshold > 0 && threshold <= 1)) {
    return fail(ErrorCode::invalid_argument, "the resemblance must be above 0 and at most 1");
  }
  WHORL_ASSIGN_OR_RETURN(auto finder,
                         sweep::Finder::open(base::FileSystem::real(), store, threshold));
  return finder.locate(url);
} catch (...) {
  return internal::base::caught();
}

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
