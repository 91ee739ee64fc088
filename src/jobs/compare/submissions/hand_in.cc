#include "jobs/compare/submissions/hand_in.h"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <map>
#include <regex>
#include <utility>

namespace whorl::internal::compare::submissions {
namespace {

constexpr std::size_t kLongestTime = 40;  // characters

// Files without a time have an earlier one, such as 1980 in a zip.
constexpr std::int64_t kFirstTime = 631'152'000;   // 1990
constexpr std::int64_t kLastTime = 4'102'444'800;  // 2100

constexpr std::size_t kFewest = 3;
constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kHour = 3600;

unsigned number_of(const std::string& digits) {
  unsigned number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

bool is_date(unsigned year, unsigned month, unsigned day) {
  using namespace std::chrono;
  return year_month_day(std::chrono::year(static_cast<int>(year)), std::chrono::month(month),
                        std::chrono::day(day))
      .ok();
}

// The zone as "Z" or "+02:00"; empty if there is none.
std::string zone_written(const std::string& zone) {
  if (zone == "UTC") return "Z";
  if (zone.size() == 5) return zone.substr(0, 3) + ":" + zone.substr(3);
  return zone;
}

// Whether these times of different submissions look like hand-in times.
bool are_hand_ins(const std::vector<std::int64_t>& times) {
  if (times.size() < kFewest) return false;
  std::map<std::int64_t, std::size_t> minutes;
  for (const std::int64_t time : times) ++minutes[time / kMinute];
  const auto own = std::ranges::count(minutes, std::size_t{1},
                                      &std::pair<const std::int64_t, std::size_t>::second);
  const auto [first, last] = std::ranges::minmax(times);
  return 2 * static_cast<std::size_t>(own) >= times.size() && last - first >= kHour;
}

// The latest time of its files; 0 if none has one.
std::int64_t latest_time(const SubmissionSource& submission) {
  std::int64_t latest = 0;
  for (const Document& document : submission.documents) {
    if (document.modified < kFirstTime || document.modified >= kLastTime) continue;
    latest = std::max(latest, document.modified);
  }
  return latest;
}

}  // namespace

std::string time_written(std::string_view text) {
  static const std::regex kTime(
      R"(\s*(\d{4})-(\d\d)-(\d\d)(?:[T -](\d\d)[:-](\d\d)(?:[:-](\d\d))?(?:\.\d+)? ?(Z|UTC|[+-]\d\d:?\d\d)?)?\s*)");
  if (text.size() > kLongestTime) return {};
  std::match_results<std::string_view::const_iterator> parts;
  if (!std::regex_match(text.begin(), text.end(), parts, kTime)) return {};
  const unsigned hour = number_of(parts.str(4));
  const unsigned minute = number_of(parts.str(5));
  const unsigned second = number_of(parts.str(6));
  const unsigned year = number_of(parts.str(1));
  const unsigned month = number_of(parts.str(2));
  const unsigned day = number_of(parts.str(3));
  if (!is_date(year, month, day) || hour > 23 || minute > 59 || second > 60) return {};
  const std::string date = fmt::format("{:04}-{:02}-{:02}", year, month, day);
  if (!parts[4].matched) return date;
  return fmt::format("{}T{:02}:{:02}:{:02}{}", date, hour, minute, second,
                     zone_written(parts.str(7)));
}

void date_by_files(std::vector<SubmissionSource>& submissions) {
  std::vector<std::pair<SubmissionSource*, std::int64_t>> found;
  std::vector<std::int64_t> times;
  for (SubmissionSource& submission : submissions) {
    const std::int64_t time = submission.handed_in.empty() ? latest_time(submission) : 0;
    if (time == 0) continue;
    found.emplace_back(&submission, time);
    times.push_back(time);
  }
  if (!are_hand_ins(times)) return;
  for (const auto& [submission, time] : found) {
    submission->handed_in =
        fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(time)));
    submission->dated_by = "files";
  }
}

}  // namespace whorl::internal::compare::submissions
