// sweep: a collection of pages looked at again and again, and what became of each (Broder 1997,
// "Lost and found" and "Characterizing how pages change over time").
//
// A sweep store keeps the URL, the date and the sketch of every version of every page. A page
// that did not change between two sweeps adds no bytes. Format: docs/format.md, "sweep stores".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "whorl/cluster.h"
#include "whorl/estimate.h"
#include "whorl/progress.h"
#include "whorl/report.h"
#include "whorl/result.h"

namespace whorl {

struct SweepSummary {
  std::string date;
  bool done_before = false;  // of the same inputs: only the pages are counted
  std::uint64_t pages = 0;
  std::uint64_t unchanged = 0;  // as the sweep before had them
  std::uint64_t changed = 0;
  std::uint64_t appeared = 0;     // URLs the sweep before did not have
  std::uint64_t gone = 0;         // URLs that only the sweep before had
  std::uint64_t bytes_added = 0;  // to the store
  std::vector<Skipped> skipped;
};

struct AddSweepOptions {
  std::string store;  // directory of the sweep store; the first sweep makes it
  std::string date;   // YYYY-MM-DD, later than all before
  CollectionInput input;
  ShingleMethod shingling;  // must be that of the first sweep
  RunLimits limits;
};

// Adds what the inputs hold as the sweep of a date. A page's name is its url, else its id. A run
// that is stopped goes on when called again; until it returns the store is as it was. A sweep of
// the same date and inputs is done before. Refuses a folder that contains other things than a sweep
// store.
Result<SweepSummary> add_sweep(const AddSweepOptions& options, Progress& progress);

// One place where a content was found.
struct PlaceFound {
  std::string url;
  Estimate resemblance;    // to the content asked for
  bool living = false;     // in the last sweep, with content of this cluster
  std::string first_seen;  // dates of the URL with content of this cluster
  std::string last_seen;
};

struct Located {
  std::string url;
  bool living = false;     // the URL itself is in the last sweep
  std::string first_seen;  // dates of the URL
  std::string last_seen;
  std::string content_of;  // date of the version that these positions are similar to
  // Other URLs of the cluster of that content: the living ones first, of these the newest first.
  std::vector<PlaceFound> places;
  bool cut = false;  // the cluster is larger than was followed
};

// Where the content of a URL is now: its last version's cluster over all sweeps, versions being
// similar from a resemblance of `threshold` on. Where nothing of it lives, the cluster of the
// version before, and so on. Fails when no sweep found the URL.
Result<Located> locate(const std::string& store, const std::string& url, double threshold);

// A content of a URL: what it had from one sweep to another, in each between.
struct PageVersion {
  std::string first_seen;
  std::string last_seen;
  std::uint64_t bytes = 0;
  Estimate resemblance = {};  // to the version before; of the first version all are 0
};

struct PageLife {
  std::string url;
  bool living = false;                // in the last sweep
  std::vector<std::string> sweeps;    // dates of all, also of those without the URL
  std::vector<PageVersion> versions;  // the oldest first
};

// What a URL had over all sweeps. Fails with not_found when no sweep found it.
Result<PageLife> life(const std::string& store, const std::string& url);

// The dates of the sweeps of a store. Fails with not_found where it contains none.
Result<std::vector<std::string>> sweep_dates(const std::string& store);

// What happened between sweeps. A page is named by its URL.
struct DriftCounts {
  std::uint64_t unchanged = 0;
  std::uint64_t changed = 0;
  std::uint64_t moved_within = 0;   // gone, but its content appeared under a new URL of its host
  std::uint64_t moved_between = 0;  // … of another host
  std::uint64_t died = 0;           // gone, and not moved
  std::uint64_t appeared = 0;       // at a new URL, and nothing moved there
  std::uint64_t returned = 0;       // at a URL that an earlier sweep had
  // Changed pages by resemblance to the version before: bin i is [i/10, (i+1)/10), the last with
  // 1; a change that spares every shingle that was kept is in it.
  std::array<std::uint64_t, 10> resemblance{};
  std::uint64_t too_short = 0;  // changed pages with a version too short for shingles

  DriftCounts& operator+=(const DriftCounts& other);
};

struct DriftStep {
  std::string from;
  std::string to;
  DriftCounts counts;
};

// Moves and deaths count at the host a page left.
struct DriftHost {
  std::string host;            // empty: of names that are no URLs
  std::uint64_t pages = 0;     // in the last sweep
  DriftCounts counts;          // over all steps
  std::uint64_t moved_in = 0;  // from other hosts
};

// Days from the sweep that first found a URL to the last that did: the least that it lived.
struct Lifetimes {
  std::uint64_t urls = 0;
  double mean_days = 0;
  double median_days = 0;
};

struct Drift {
  std::vector<std::string> dates;
  std::vector<std::uint64_t> pages;  // of each sweep
  std::vector<DriftStep> steps;
  DriftCounts total;
  std::vector<DriftHost> hosts;  // by pages and name
  Lifetimes gone;                // URLs that the last sweep does not have
  Lifetimes living;
};

// `threshold`: resemblance from which on a page that disappeared and a new one are a move. Each
// page is in one move at most, the most similar first.
Result<Drift> drift(const std::string& store, double threshold, Progress& progress);

std::string drift_json(const Drift& drift);
std::string located_json(const Located& located);
std::string life_json(const PageLife& life);
// Bars of what happened between sweeps, and the histogram of resemblance.
std::string drift_svg(const Drift& drift);
// Refuses to replace a file that is no such plot, unless it may.
Result<void> save_drift_svg(const Drift& drift, const std::string& path, bool overwrite = false);

}  // namespace whorl
