// Random sweeps of a small web, compared with a plain version that remembers every page.
#include <algorithm>
#include <optional>
#include <random>

#include "feature_sweeps.h"

namespace whorl::internal::sweep {
namespace {

constexpr int kSweeps = 6;

// What each sweep found at a URL; nothing if the URL was absent.
using History = std::vector<std::optional<Features>>;
using Web = std::map<std::string, History>;

std::string date_of(int sweep) {
  return "2026-05-" + std::to_string(10 + sweep * sweep / 2 + sweep);
}
int day_of(int sweep) { return std::stoi(date_of(sweep).substr(8)); }

// Contents are always new, so that only planted moves are moves.
class RandomWeb {
 public:
  explicit RandomWeb(unsigned seed) : random_(seed) {}

  Web draw() {
    for (int i = 0; i < 40; ++i) appear("http://" + host() + "/" + std::to_string(i), fresh());
    for (sweep_ = 1; sweep_ < kSweeps; ++sweep_) step();
    return web_;
  }

 private:
  std::size_t below(unsigned n) { return random_() % n; }
  std::string host() { return std::string(1, static_cast<char>('a' + below(3))) + ".org"; }
  Features fresh() {
    next_ += 100;
    return below(8) == 0 ? Features() : range(next_, next_ + 10);
  }

  void appear(const std::string& url, Features content) {
    web_[url].resize(kSweeps);
    web_[url][static_cast<std::size_t>(sweep_)] = std::move(content);
  }

  void step() {
    const auto now = static_cast<std::size_t>(sweep_);
    const Web before = web_;
    for (const auto& [url, history] : before) {
      const auto& last = history[now - 1];
      const std::size_t what = below(10);
      if (!last && what < 3) appear(url, fresh());
      if (!last) continue;
      if (what < 4) appear(url, *last);
      if (what == 4) appear(url, fresh());
      if (what == 5 || what == 6) appear(url, edited(*last));
      if (what == 7) appear("http://" + host() + "/moved" + std::to_string(++names_), *last);
    }
    appear("http://" + host() + "/new" + std::to_string(++names_), fresh());
  }

  // The content with some features replaced.
  Features edited(Features content) {
    next_ += 100;
    for (std::size_t i = below(10); i < content.size(); ++i)
      content[i] = next_ + static_cast<int>(i);
    return content;
  }

  std::mt19937 random_;
  Web web_;
  int sweep_ = 0;
  int next_ = 0;
  int names_ = 0;
};

FeaturePages pages_of(const Web& web, int sweep) {
  FeaturePages pages;
  for (const auto& [url, history] : web) {
    if (const auto& content = history[static_cast<std::size_t>(sweep)]) pages[url] = *content;
  }
  return pages;
}

std::string host(const std::string& url) { return url.substr(7, 5); }

// Follows the description in whorl/sweep.h, page by page.
class DriftTwin {
 public:
  explicit DriftTwin(const Web& web) : web_(web) {
    steps.resize(kSweeps - 1);
    for (const auto& [url, history] : web) {
      for (std::size_t s = 0; s + 1 < kSweeps; ++s) count(url, history, s);
      live(url, history);
    }
  }

  std::vector<DriftCounts> steps;
  std::map<std::string, DriftHost> hosts;
  std::vector<int> gone, living;

 private:
  template <class Visit>
  void both(std::size_t step, const std::string& url, Visit visit) {
    visit(steps[step]);
    visit(hosts[host(url)].counts);
  }

  void count(const std::string& url, const History& history, std::size_t s) {
    const auto &before = history[s], &after = history[s + 1];
    if (before && after) {
      both(s, url, [&](DriftCounts& c) { change(*before, *after, c); });
    } else if (before) {
      leave(url, *before, s);
    } else if (after) {
      const bool known = std::any_of(history.begin(), history.begin() + static_cast<long>(s),
                                     [](const auto& content) { return content.has_value(); });
      const bool target = source_of(url, *after, s).has_value();
      both(s, url, [&](DriftCounts& c) {
        c.returned += known;
        c.appeared += !known && !target;
      });
    }
  }

  static void change(const Features& before, const Features& after, DriftCounts& c) {
    if (before == after) {
      ++c.unchanged;
      return;
    }
    ++c.changed;
    if (before.empty() || after.empty()) {
      ++c.too_short;
      return;
    }
    std::size_t shared = 0;
    for (int feature : before) shared += std::ranges::count(after, feature) > 0;
    ++c.resemblance[std::min<std::size_t>(9, 10 * shared / (20 - shared))];
  }

  void leave(const std::string& url, const Features& content, std::size_t s) {
    const auto target = target_of(url, content, s);
    both(s, url, [&](DriftCounts& c) {
      c.died += !target;
      c.moved_within += target && host(*target) == host(url);
      c.moved_between += target && host(*target) != host(url);
    });
    if (target && host(*target) != host(url)) ++hosts[host(*target)].moved_in;
  }

  std::optional<std::string> target_of(const std::string&, const Features& content,
                                       std::size_t s) const {
    if (content.empty()) return std::nullopt;
    for (const auto& [url, history] : web_) {
      if (first(history) == s + 1 && *history[s + 1] == content) return url;
    }
    return std::nullopt;
  }

  std::optional<std::string> source_of(const std::string&, const Features& content,
                                       std::size_t s) const {
    if (content.empty()) return std::nullopt;
    for (const auto& [url, history] : web_) {
      if (history[s] == content && !history[s + 1]) return url;
    }
    return std::nullopt;
  }

  static std::size_t first(const History& history) {
    return static_cast<std::size_t>(
        std::ranges::find_if(history, [](const auto& c) { return c.has_value(); }) -
        history.begin());
  }

  void live(const std::string& url, const History& history) {
    std::size_t last = kSweeps - 1;
    while (!history[last]) --last;
    const bool lives = last == kSweeps - 1;
    (lives ? living : gone)
        .push_back(day_of(static_cast<int>(last)) - day_of(static_cast<int>(first(history))));
    hosts[host(url)].pages += lives;
  }

  const Web& web_;
};

std::vector<std::uint64_t> figures(const DriftCounts& c) {
  std::vector<std::uint64_t> all{c.unchanged, c.changed,  c.moved_within, c.moved_between,
                                 c.died,      c.appeared, c.returned,     c.too_short};
  all.insert(all.end(), c.resemblance.begin(), c.resemblance.end());
  return all;
}

void expect_lifetimes(const Lifetimes& found, std::vector<int> days) {
  ASSERT_EQ(found.urls, days.size());
  std::ranges::sort(days);
  double sum = 0;
  for (int d : days) sum += d;
  const std::size_t n = days.size();
  EXPECT_DOUBLE_EQ(found.mean_days, sum / static_cast<double>(n));
  EXPECT_DOUBLE_EQ(found.median_days, (days[(n - 1) / 2] + days[n / 2]) / 2.0);
}

class RandomSweeps : public FeatureSweeps {
 protected:
  void add_all(const Web& web) {
    for (int s = 0; s < kSweeps; ++s) {
      const FeaturePages pages = pages_of(web, s);
      const FeaturePages before = s > 0 ? pages_of(web, s - 1) : FeaturePages();
      const SweepSummary found = add(date_of(s), pages);
      std::uint64_t unchanged = 0, changed = 0, gone = 0;
      for (const auto& [url, content] : before) {
        const auto now = pages.find(url);
        gone += now == pages.end();
        if (now != pages.end()) ++(now->second == content ? unchanged : changed);
      }
      EXPECT_EQ(found.pages, pages.size());
      EXPECT_EQ(found.unchanged, unchanged);
      EXPECT_EQ(found.changed, changed);
      EXPECT_EQ(found.gone, gone);
      EXPECT_EQ(found.appeared, pages.size() - unchanged - changed);
    }
  }
};

TEST_F(RandomSweeps, AreCountedAsByAPlainTwin) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    std::filesystem::remove_all(store());
    const Web web = RandomWeb(seed).draw();
    add_all(web);
    const auto found = drift(store(), 0.99, quiet_);
    ASSERT_TRUE(found) << found.error().message;
    const DriftTwin twin(web);
    DriftCounts total;
    for (std::size_t s = 0; s < twin.steps.size(); ++s) {
      EXPECT_EQ(figures(found->steps[s].counts), figures(twin.steps[s])) << seed << " " << s;
      total += twin.steps[s];
    }
    EXPECT_EQ(found->total.too_short, total.too_short);
    std::vector<std::uint64_t> sum(figures(total).size(), 0);
    for (const auto& step : found->steps) {
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += figures(step.counts)[i];
    }
    EXPECT_EQ(figures(found->total), sum);
    for (const DriftHost& host : found->hosts) {
      const DriftHost& expected = twin.hosts.at(host.host);
      EXPECT_EQ(host.pages, expected.pages) << host.host;
      EXPECT_EQ(host.moved_in, expected.moved_in) << host.host;
      EXPECT_EQ(figures(host.counts), figures(expected.counts)) << host.host;
    }
    expect_lifetimes(found->gone, twin.gone);
    expect_lifetimes(found->living, twin.living);
  }
}

}  // namespace
}  // namespace whorl::internal::sweep
