// bench_registry load DIR DOCUMENTS | search DIR SEARCHES | add DIR DOCUMENTS: the cost of a
// registry of synthetic documents. Prints one JSON object. bench/registry.py calls it.
//
// A document has 100 fingerprints. The frequency of a fingerprint depends on its rank with a slope
// of -0.7, as Schleimer 2003 found on the web (section 5.1, "figure 4").
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "base/descriptor.h"
#include "base/try.h"
#include "jobs/registry/adder.h"
#include "jobs/registry/compact.h"
#include "jobs/registry/search.h"
#include "whorl/registry.h"

namespace whorl::internal::registry {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kOfDocument = 100;
constexpr std::size_t kOfQuery = 1000;
constexpr double kSlope = .7;

// Of this process, on all cores, so that other processes do not matter.
double processor_seconds() {
  timespec time = {};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

// Random ranks r of n with a probability that falls like r^-slope, by the inverse of its integral.
class Ranks {
 public:
  explicit Ranks(double n) : n_(std::pow(n, 1 - kSlope)) {}
  template <class Random>
  std::uint64_t operator()(Random& random) const {
    const double u = std::uniform_real_distribution<double>(0, 1)(random);
    return static_cast<std::uint64_t>(std::pow(1 + u * (n_ - 1), 1 / (1 - kSlope)));
  }

 private:
  double n_;
};

Features features_of(std::uint64_t document, std::size_t count, const Ranks& ranks,
                     unsigned hash_bits) {
  std::mt19937_64 random(document);
  Features features;
  std::uint32_t position = 0;
  for (std::size_t i = 0; i < count; ++i) {
    position += 1 + static_cast<std::uint32_t>(random() % 100);
    features.list.push_back({mixed(ranks(random)) >> (64 - hash_bits), position, 50});
  }
  return features;
}

Ranks ranks_for(std::uint64_t documents) {
  return Ranks(static_cast<double>(documents) * kOfDocument);
}

Result<nlohmann::json> load(const std::string& folder, std::uint64_t documents) {
  WHORL_RETURN_IF_ERROR(create_registry({folder, "passages", {}, {}}));
  NoProgress quiet;
  const Ranks ranks = ranks_for(documents);
  const auto begin = Clock::now();
  const double processor_begin = processor_seconds();
  double made = 0, processor_made = 0;
  WHORL_ASSIGN_OR_RETURN(Index index, Index::open(folder, Access::write, {}));
  Adder adder(index);
  for (std::uint64_t i = 0; i < documents; ++i) {
    const auto making = Clock::now();
    const double processor_making = processor_seconds();
    const Features features = features_of(i, kOfDocument, ranks, 48);
    made += seconds_since(making);
    processor_made += processor_seconds() - processor_making;
    WHORL_RETURN_IF_ERROR(adder.take({.name = "d" + std::to_string(i)}, 5000, features));
  }
  WHORL_RETURN_IF_ERROR(adder.commit());
  const double added = seconds_since(begin) - made;
  WHORL_RETURN_IF_ERROR(compact(index, quiet));
  const double all = seconds_since(begin) - made;
  const auto postings = static_cast<double>(index.facts().postings);
  return nlohmann::json{
      {"documents", documents},
      {"postings", index.facts().postings},
      {"seconds_to_add", added},
      {"seconds_to_add_and_compact", all},
      {"postings_a_second", postings / all},
      {"processor_seconds", processor_seconds() - processor_begin - processor_made},
      {"bytes", index.database().bytes_on_disk()},
      {"bytes_a_posting", static_cast<double>(index.database().bytes_on_disk()) / postings}};
}

nlohmann::json quantiles(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  const auto at = [&](double share) {
    return 1000 *
           seconds[static_cast<std::size_t>(share * static_cast<double>(seconds.size() - 1))];
  };
  return {{"median_ms", at(.5)}, {"p99_ms", at(.99)}, {"most_ms", at(1)}};
}

Result<nlohmann::json> time_searches(const std::string& folder, std::uint64_t searches) {
  const auto begin = Clock::now();
  WHORL_ASSIGN_OR_RETURN(const Index index, Index::open(folder, Access::read, {}));
  const double opened = seconds_since(begin);
  const Ranks ranks = ranks_for(index.facts().documents);
  std::vector<double> seconds, processor;
  for (std::uint64_t i = 0; i < searches; ++i) {
    Query query{features_of(~i, kOfQuery, ranks, 48), 50'000, {}};
    const auto from = Clock::now();
    const double before = processor_seconds();
    WHORL_RETURN_IF_ERROR(search(index, std::move(query), {}));
    seconds.push_back(seconds_since(from));
    processor.push_back(processor_seconds() - before);
  }
  nlohmann::json out = quantiles(std::move(seconds));
  out["processor"] = quantiles(std::move(processor));
  out["open_ms"] = 1000 * opened;
  return out;
}

// The time of the disk for a few kilobytes: an addition waits for it once.
nlohmann::json time_synchronisations(const std::string& folder) {
  const base::Descriptor file(
      ::open((folder + "/synchronised").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  const std::string bytes(4096, 'x');
  std::vector<double> seconds;
  for (int i = 0; i < 100; ++i) {
    const auto from = Clock::now();
    if (::write(file.get(), bytes.data(), bytes.size()) < 0 || ::fdatasync(file.get()) != 0) break;
    seconds.push_back(seconds_since(from));
  }
  std::filesystem::remove(folder + "/synchronised");
  return seconds.empty() ? nlohmann::json() : quantiles(std::move(seconds));
}

Result<nlohmann::json> time_additions(const std::string& folder, std::uint64_t documents) {
  WHORL_ASSIGN_OR_RETURN(Index index, Index::open(folder, Access::write, {}));
  const Ranks ranks = ranks_for(index.facts().documents);
  std::vector<double> seconds, processor;
  for (std::uint64_t i = 0; i < documents; ++i) {
    const Features features = features_of(i << 32, 320, ranks, 48);
    const auto from = Clock::now();
    const double before = processor_seconds();
    Adder adder(index);
    WHORL_RETURN_IF_ERROR(
        adder.take({.group = "new", .name = std::to_string(i)}, 20'000, features));
    WHORL_RETURN_IF_ERROR(adder.commit());
    seconds.push_back(seconds_since(from));
    processor.push_back(processor_seconds() - before);
  }
  nlohmann::json out = quantiles(std::move(seconds));
  out["processor"] = quantiles(std::move(processor));
  out["fdatasync"] = time_synchronisations(folder);
  return out;
}

}  // namespace
}  // namespace whorl::internal::registry

int main(int count, char** words) {
  using namespace whorl::internal::registry;
  if (count != 4) return 1;
  const std::string what = words[1];
  const std::uint64_t number = std::strtoull(words[3], nullptr, 10);
  const auto run = what == "load" ? load : what == "search" ? time_searches : time_additions;
  const auto done = run(words[2], number);
  if (!done) {
    fmt::print(stderr, "{}\n", done.error().message);
    return 1;
  }
  fmt::print("{}\n", done->dump(1));
}
