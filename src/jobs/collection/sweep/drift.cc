// The changes of a store's pages, counted in one pass over their rows. Moves are searched for one
// step at a time among pages that disappeared and appeared.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/guard.h"
#include "base/spill_folder.h"
#include "base/try.h"
#include "jobs/collection/sweep/dates.h"
#include "jobs/collection/sweep/moves.h"
#include "whorl/sweep.h"

namespace whorl::internal::sweep {
namespace {

namespace fs = std::filesystem;

// A page that disappeared or appeared in a step, for the search for moves.
struct Event {
  std::uint32_t step;
  std::uint32_t appeared;  // 0: disappeared
  std::uint64_t version;
  auto operator<=>(const Event&) const = default;
};

internal::base::SortBudget budget_in(const fs::path& directory, const char* name) {
  internal::base::SortBudget budget;
  budget.directory = directory;
  budget.name = name;
  return budget;
}

Lifetimes lifetimes(std::vector<std::uint32_t>& days) {
  Lifetimes out;
  out.urls = days.size();
  if (days.empty()) return out;
  std::sort(days.begin(), days.end());
  double sum = 0;
  for (std::uint32_t d : days) sum += d;
  const std::size_t middle = days.size() / 2;
  out.mean_days = sum / static_cast<double>(days.size());
  out.median_days = days.size() % 2 == 1 ? days[middle] : (days[middle - 1] + days[middle]) / 2.0;
  return out;
}

class DriftCounter {
 public:
  DriftCounter(internal::base::FileSystem& file_system, const internal::sweep::SweepStore& store,
               double threshold, const fs::path& scratch)
      : file_system_(file_system),
        store_(store),
        threshold_(threshold),
        scratch_(scratch),
        events_(file_system, budget_in(scratch, "events")) {
    const auto& sweeps = store.manifest().sweeps;
    for (std::uint32_t s = 0; s < sweeps.size(); ++s) {
      out_.dates.push_back(sweeps[s].date);
      out_.pages.push_back(sweeps[s].pages);
      days_.push_back(internal::sweep::parse_date(sweeps[s].date).value_or(0));
      if (s > 0) out_.steps.push_back({sweeps[s - 1].date, sweeps[s].date, {}});
    }
  }

  Result<Drift> run(Progress& progress) {
    progress.phase("comparing sweeps", store_.manifest().rows);
    WHORL_RETURN_IF_ERROR(count_pages(progress));
    progress.phase("finding moves", out_.steps.size());
    WHORL_RETURN_IF_ERROR(count_moves(progress));
    for (const DriftStep& step : out_.steps) out_.total += step.counts;
    for (auto& [name, host] : hosts_) {
      host.host = name;
      out_.hosts.push_back(std::move(host));
    }
    std::stable_sort(out_.hosts.begin(), out_.hosts.end(),
                     [](const DriftHost& a, const DriftHost& b) { return a.pages > b.pages; });
    out_.gone = lifetimes(gone_days_);
    out_.living = lifetimes(living_days_);
    return std::move(out_);
  }

 private:
  // Calls visit(DriftCounts&) for a step and for a host.
  template <class Visit>
  void count(std::uint32_t step, DriftHost& host, Visit visit) {
    visit(out_.steps[step].counts);
    visit(host.counts);
  }

  Result<void> count_pages(Progress& progress) {
    internal::sweep::PageScan pages = store_.pages();
    std::vector<internal::sweep::PageRow> rows;  // of one URL
    while (true) {
      WHORL_ASSIGN_OR_RETURN(auto row, pages.next());
      if (!rows.empty() && (!row || row->url != rows.front().url)) {
        if (progress.cancelled()) return fail(ErrorCode::cancelled, "stopped");
        WHORL_RETURN_IF_ERROR(count_page(rows));
        progress.advance(rows.size());
        rows.clear();
      }
      if (!row) return {};
      rows.push_back(*row);
    }
  }

  Result<void> count_page(const std::vector<internal::sweep::PageRow>& rows) {
    WHORL_ASSIGN_OR_RETURN(auto host, host_of_version(rows.front().version));
    DriftHost& at = *host;
    const std::uint32_t last = store_.last_sweep();
    if (rows.front().first > 0) {
      WHORL_RETURN_IF_ERROR(events_.add({rows.front().first - 1, 1, rows.front().version}));
      count(rows.front().first - 1, at, [](DriftCounts& c) { ++c.appeared; });
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::uint32_t s = rows[i].first; s < rows[i].last; ++s) {
        count(s, at, [](DriftCounts& c) { ++c.unchanged; });
      }
      if (rows[i].last == last) break;
      const internal::sweep::PageRow* next = i + 1 < rows.size() ? &rows[i + 1] : nullptr;
      if (next && next->first == rows[i].last + 1) {
        WHORL_RETURN_IF_ERROR(count_change(rows[i], *next, at));
        continue;
      }
      count(rows[i].last, at, [](DriftCounts& c) { ++c.died; });
      if (next) {
        count(next->first - 1, at, [](DriftCounts& c) { ++c.returned; });
      }
      WHORL_RETURN_IF_ERROR(events_.add({rows[i].last, 0, rows[i].version}));
    }
    const bool living = rows.back().last == last;
    at.pages += living;
    const auto lived =
        static_cast<std::uint32_t>(days_[rows.back().last] - days_[rows.front().first]);
    (living ? living_days_ : gone_days_).push_back(lived);
    return {};
  }

  Result<void> count_change(const internal::sweep::PageRow& before,
                            const internal::sweep::PageRow& after, DriftHost& host) {
    WHORL_ASSIGN_OR_RETURN(auto a, store_.version(before.version));
    WHORL_ASSIGN_OR_RETURN(auto b, store_.version(after.version));
    if (a.sketch_count == 0 || b.sketch_count == 0) {
      count(before.last, host, [](DriftCounts& c) { ++c.changed, ++c.too_short; });
      return {};
    }
    WHORL_ASSIGN_OR_RETURN(auto resemblance, store_.resemblance(a, b));
    const double r = resemblance.value;
    const auto bin = std::min<std::size_t>(9, static_cast<std::size_t>(r * 10 + 1e-9));
    count(before.last, host, [=](DriftCounts& c) { ++c.changed, ++c.resemblance[bin]; });
    return {};
  }

  Result<DriftHost*> host_of_version(std::uint64_t version) {
    WHORL_ASSIGN_OR_RETURN(auto record, store_.version(static_cast<std::uint32_t>(version)));
    WHORL_ASSIGN_OR_RETURN(auto url, store_.url(record));
    return &hosts_[internal::sweep::host_of(url)];
  }

  Result<void> count_moves(Progress& progress) {
    WHORL_ASSIGN_OR_RETURN(auto events, events_.finish());
    auto event = events.next();
    for (std::uint32_t step = 0; step < out_.steps.size(); ++step) {
      std::vector<std::uint32_t> gone;
      std::vector<std::uint32_t> appeared;
      for (; event && *event && (*event)->step == step; event = events.next()) {
        ((*event)->appeared ? appeared : gone)
            .push_back(static_cast<std::uint32_t>((*event)->version));
      }
      WHORL_RETURN_IF_ERROR(event);
      WHORL_ASSIGN_OR_RETURN(auto moves,
                             internal::sweep::find_moves(
                                 {file_system_, store_, threshold_, budget_in(scratch_, "moves")},
                                 std::move(gone), std::move(appeared)));
      for (const internal::sweep::Move& move : moves) {
        WHORL_RETURN_IF_ERROR(count_move(step, move));
      }
      progress.advance(1);
    }
    return {};
  }

  // A move was counted as a death and a birth before.
  Result<void> count_move(std::uint32_t step, const internal::sweep::Move& move) {
    WHORL_ASSIGN_OR_RETURN(auto from, host_of_version(move.from));
    WHORL_ASSIGN_OR_RETURN(auto to, host_of_version(move.to));
    count(step, *from, [&](DriftCounts& c) {
      --c.died;
      ++(move.within_host ? c.moved_within : c.moved_between);
    });
    count(step, *to, [](DriftCounts& c) { --c.appeared; });
    to->moved_in += !move.within_host;
    return {};
  }

  internal::base::FileSystem& file_system_;
  const internal::sweep::SweepStore& store_;
  double threshold_;
  fs::path scratch_;
  internal::base::ExternalSorter<Event> events_;
  Drift out_;
  std::vector<std::int64_t> days_;
  std::map<std::string, DriftHost> hosts_;
  std::vector<std::uint32_t> gone_days_;
  std::vector<std::uint32_t> living_days_;
};

}  // namespace
}  // namespace whorl::internal::sweep

namespace whorl {

using namespace internal;
using namespace internal::sweep;

DriftCounts& DriftCounts::operator+=(const DriftCounts& other) {
  unchanged += other.unchanged;
  changed += other.changed;
  moved_within += other.moved_within;
  moved_between += other.moved_between;
  died += other.died;
  appeared += other.appeared;
  returned += other.returned;
  too_short += other.too_short;
  for (std::size_t i = 0; i < resemblance.size(); ++i) resemblance[i] += other.resemblance[i];
  return *this;
}

Result<Drift> drift(const std::string& store, double threshold, Progress& progress) try {
  if (!(threshold > 0 && threshold <= 1)) {
    return fail(ErrorCode::invalid_argument, "the resemblance must be above 0 and at most 1");
  }
  base::FileSystem& file_system = base::FileSystem::real();
  WHORL_ASSIGN_OR_RETURN(auto opened, sweep::SweepStore::open(file_system, store));
  base::SpillFolder scratch(fs::path(store) / ("drift-" + std::to_string(::getpid())));
  WHORL_RETURN_IF_ERROR(scratch.create());
  DriftCounter counter(file_system, opened, threshold, scratch.path());
  return counter.run(progress);
} catch (...) {
  return internal::base::caught();
}

}  // namespace whorl
