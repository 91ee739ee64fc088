// sweep: reads a collection of web pages again and again, and reports what happened to each page
// (Broder 1997, "Lost and found" and "Characterizing how pages change over time").
//
// A sweep store contains the URL, the date and the sketch of every version of every page. A page
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
  // True if the last sweep has this date and these inputs. Then nothing was added, and only `pages`
  // is counted.
  bool done_before = false;
  std::uint64_t pages = 0;
  std::uint64_t unchanged = 0;    // same normalized text as in the previous sweep
  std::uint64_t changed = 0;      // another normalized text
  std::uint64_t appeared = 0;     // URLs that are not in the previous sweep
  std::uint64_t gone = 0;         // URLs of the previous sweep that are not in this one
  std::uint64_t bytes_added = 0;  // to the store
  std::vector<Skipped> skipped;
};

struct AddSweepOptions {
  std::string store;  // directory of the sweep store; the first sweep creates it
  std::string date;   // YYYY-MM-DD, later than all earlier sweeps
  CollectionInput input;
  ShingleMethod shingling;  // must be that of the first sweep
  RunLimits limits;
};

// Adds the pages of the inputs as the sweep of a date. The name of a page is its URL, or its id if
// it has no URL. To continue an interrupted run, call it again. The store does not change before
// the call returns. If the last sweep has the same date and inputs, nothing is added. Refuses a
// folder that contains anything other than a sweep store.
Result<SweepSummary> add_sweep(const AddSweepOptions& options, Progress& progress);

// A URL where a content was found.
struct PlaceFound {
  std::string url;
  Estimate resemblance;  // to the content that is searched for
  bool living = false;   // the last sweep has the URL with content of this cluster
  // Dates of the first and the last sweep in which the URL had content of this cluster.
  std::string first_seen;
  std::string last_seen;
};

struct Located {
  std::string url;
  bool living = false;     // the URL itself is in the last sweep
  std::string first_seen;  // date of the first sweep with the URL
  std::string last_seen;   // date of the last one
  std::string content_of;  // date of the version whose content was searched for
  // Other URLs of the cluster of that content: living ones first, and then the newest first.
  std::vector<PlaceFound> places;
  bool cut = false;  // the cluster is too large, so only a part of it was searched
};

// Returns the URLs that now have the content of `url`. They are the cluster of its last version,
// over all sweeps. Versions are similar if their resemblance is at least `threshold`, above 0 to 1.
// If no URL of the cluster is living, the cluster of the previous version is searched, and so on.
// Fails with not_found if no sweep found the URL.
Result<Located> locate(const std::string& store, const std::string& url, double threshold);

// A version of a URL's content, which all sweeps from `first_seen` to `last_seen` found.
struct PageVersion {
  std::string first_seen;
  std::string last_seen;
  std::uint64_t bytes = 0;
  Estimate resemblance = {};  // to the previous version; all 0 for the first version
};

struct PageLife {
  std::string url;
  bool living = false;                // in the last sweep
  std::vector<std::string> sweeps;    // dates of all sweeps, including those without the URL
  std::vector<PageVersion> versions;  // oldest first
};

// Returns all versions of a URL. Fails with not_found if no sweep found it.
Result<PageLife> life(const std::string& store, const std::string& url);

// Returns the dates of the sweeps of a store. Fails with not_found if it has no sweeps.
Result<std::vector<std::string>> sweep_dates(const std::string& store);

// What happened between sweeps. Pages are identified by URL.
struct DriftCounts {
  std::uint64_t unchanged = 0;
  std::uint64_t changed = 0;
  std::uint64_t moved_within = 0;   // disappeared; a new URL of the same host has the content
  std::uint64_t moved_between = 0;  // … a new URL of another host has it
  std::uint64_t died = 0;           // disappeared and did not move
  std::uint64_t appeared = 0;       // a new URL to which no page moved
  std::uint64_t returned = 0;       // a URL that is back from an earlier sweep
  // Changed pages by resemblance to the previous version. Bin i is [i/10, (i+1)/10); the last bin
  // includes 1. It also has the changed pages whose sketch is the same.
  std::array<std::uint64_t, 10> resemblance{};
  std::uint64_t too_short = 0;  // changed pages with a version too short for shingles

  DriftCounts& operator+=(const DriftCounts& other);
};

struct DriftStep {
  std::string from;
  std::string to;
  DriftCounts counts;
};

// Counts of one host. Moves and deaths count for the host that a page left.
struct DriftHost {
  std::string host;            // empty: pages whose names are not URLs
  std::uint64_t pages = 0;     // in the last sweep
  DriftCounts counts;          // over all steps
  std::uint64_t moved_in = 0;  // from other hosts
};

// Days from the first sweep with a URL to the last one, which is a lower bound of its lifetime.
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
  std::vector<DriftHost> hosts;  // most pages first, then by name
  Lifetimes gone;                // URLs that the last sweep does not have
  Lifetimes living;              // URLs of the last sweep
};

// Returns what happened between all sweeps. A page that disappeared moved to a new URL if their
// contents resemble each other by at least `threshold`, above 0 to 1. Each page is in at most one
// move; the most similar pairs come first.
Result<Drift> drift(const std::string& store, double threshold, Progress& progress);

std::string drift_json(const Drift& drift);
std::string located_json(const Located& located);
std::string life_json(const PageLife& life);
// Returns a plot: a bar of the changes for each step, and the histogram of resemblance.
std::string drift_svg(const Drift& drift);
// Writes the plot to a file. Refuses to replace a file that is not such a plot, unless `overwrite`.
Result<void> save_drift_svg(const Drift& drift, const std::string& path, bool overwrite = false);

}  // namespace whorl
