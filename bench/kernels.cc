// Speed of the kernels at every dispatch level, compared with memcpy, XXH3 and the pinned loop of
// the same run. Ends with the table of ratios; on a busy machine a ratio is reliable, a speed is
// not.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "fingerprints/kernels/ascii.h"
#include "fingerprints/kernels/hash_selection.h"
#include "fingerprints/kernels/kgram_hash.h"
#include "fingerprints/kernels/level.h"
#include "fingerprints/kernels/shared_count.h"
#include "fingerprints/select/block_selection.h"
#include "fingerprints/select/select.h"
#include "fingerprints/sketch/lane_table.h"
#include "pinned_loop.h"

namespace whorl::bench {
namespace {

constexpr std::size_t kInL2 = 512 << 10;
constexpr std::size_t kInMemory = 64 << 20;

// Words of random letters in English proportions of length, with blanks, capitals and stops.
std::string make_prose(std::size_t size) {
  std::mt19937 random(1);
  std::vector<std::string> words(4000);
  for (std::string& word : words) {
    word.resize(1 + random() % 9);
    for (char& c : word) c = static_cast<char>('a' + random() % 26);
  }
  std::string text;
  while (text.size() < size) {
    std::string word = words[random() % words.size()];
    if (random() % 10 == 0) word[0] = static_cast<char>(word[0] - 'a' + 'A');
    text += word + (random() % 8 == 0 ? ". " : " ");
  }
  text.resize(size);
  return text;
}

// The same, generated once for each size.
const std::string& prose(std::size_t size) {
  static std::map<std::size_t, std::string> made;
  std::string& text = made[size];
  if (text.empty()) text = make_prose(size);
  return text;
}

internal::tokens::Bytes letters(std::size_t size) {
  internal::tokens::Bytes out(size + size / 2 + internal::kernels::kAsciiBlock);
  std::vector<std::uint64_t> keep(size / 40 + 1);
  const std::string& text = prose(size + size / 3);
  out.resize(internal::kernels::canonicalize_ascii(text, out.data(), keep.data()).kept);
  out.resize(std::min(out.size(), size));
  return out;
}

Recipe recipe(std::string_view selector, std::uint32_t k, std::uint64_t w) {
  Recipe r{"bytes", "", k, {std::string(selector), {w}}, 0};
  const internal::select::Selector& row = *internal::select::find_selector(selector);
  if (row.complete != nullptr) row.complete(k, r.selector.args);
  return r;
}

void set_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * bytes));
}

void copy(benchmark::State& state, std::size_t size) {
  const std::string from(size, 'x');
  std::string to(size, 'y');
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), size);
    benchmark::ClobberMemory();
  }
  set_bytes(state, size);
}

void hash_all(benchmark::State& state, std::size_t size) {
  const std::string& text = prose(size);
  for (auto _ : state) benchmark::DoNotOptimize(XXH3_64bits(text.data(), text.size()));
  set_bytes(state, size);
}

constexpr std::size_t kBlock = 256 << 10;

void canonicalize(benchmark::State& state, std::size_t size, internal::kernels::AsciiKernel* run) {
  const std::string& text = prose(size);
  internal::tokens::Bytes symbols(size + internal::kernels::kAsciiBlock);
  std::vector<std::uint64_t> keep(size / 64 + 1);
  for (auto _ : state) {
    benchmark::DoNotOptimize(run(text, symbols.data(), keep.data()));
    benchmark::ClobberMemory();
  }
  set_bytes(state, size);
}

// Text from memory into one block's buffer, repeatedly, like the input of the later stages.
void canonicalize_blocks(benchmark::State& state, std::size_t size,
                         internal::kernels::AsciiKernel* run) {
  const std::string& text = prose(size);
  internal::tokens::Bytes symbols(kBlock + internal::kernels::kAsciiBlock);
  std::vector<std::uint64_t> keep(kBlock / 64);
  for (auto _ : state) {
    for (std::size_t at = 0; at < size; at += kBlock) {
      const auto block = std::span(text).subspan(at, std::min(kBlock, size - at));
      benchmark::DoNotOptimize(run(block, symbols.data(), keep.data()));
      benchmark::ClobberMemory();
    }
  }
  set_bytes(state, size);
}

void fingerprints(benchmark::State& state, const internal::tokens::Symbols& symbols,
                  const Recipe& r) {
  std::size_t bytes = 0;
  std::visit([&](const auto& list) { bytes = list.size() * sizeof(list[0]); }, symbols);
  for (auto _ : state) benchmark::DoNotOptimize(internal::select::select(symbols, r).size());
  set_bytes(state, bytes);
}

template <class Symbol>
void pinned(benchmark::State& state, const std::vector<Symbol>& symbols, std::size_t k,
            std::size_t w) {
  std::vector<std::uint64_t> out;
  for (auto _ : state) {
    out.clear();
    pinned_loop(std::span<const Symbol>(symbols), k, w, out);
    benchmark::DoNotOptimize(out.data());
  }
  set_bytes(state, symbols.size() * sizeof(Symbol));
}

// From the text of a file to fingerprints, block by block, like `whorl fingerprint`.
void from_raw(benchmark::State& state, std::size_t size) {
  const std::string& text = prose(size);
  const std::string_view selector = internal::select::default_selector().name;
  const internal::select::BlockSelection selection(recipe(selector, 50, 100));
  internal::tokens::BlockSymbols symbols(selection.reach());
  internal::select::BlockMinima selected;
  for (auto _ : state) {
    for (std::size_t at = 0; at < size; at += kBlock) {
      symbols.take_text(std::string_view(text).substr(at, kBlock));
      selection.select(symbols, true, selected);
      benchmark::DoNotOptimize(selected.hash.data());
    }
  }
  set_bytes(state, size);
}

void from_raw_pinned(benchmark::State& state, std::size_t size) {
  const std::string& text = prose(size);
  internal::tokens::Bytes room(kBlock + internal::kernels::kAsciiBlock);
  std::vector<std::uint64_t> keep(kBlock / 64 + 1), out;
  for (auto _ : state) {
    for (std::size_t at = 0; at < size; at += kBlock) {
      const auto block = std::span(text).subspan(at, std::min(kBlock, size - at));
      const auto run = internal::kernels::canonicalize_ascii_plain(block, room.data(), keep.data());
      out.clear();
      pinned_loop(std::span<const std::uint8_t>(room).first(run.kept), 50, 100, out);
      benchmark::DoNotOptimize(out.data());
    }
  }
  set_bytes(state, size);
}

internal::tokens::Bytes data_of_kind(const std::string& kind) {
  internal::tokens::Bytes data(kInL2);
  std::mt19937 random(2);
  if (kind == "text") return letters(kInL2);
  for (std::size_t i = 0; i < data.size(); ++i) {
    data[i] = static_cast<std::uint8_t>(kind == "zeros" ? 0 : kind == "period2" ? i % 2 : random());
  }
  return data;
}

using Hashes = std::vector<std::uint64_t>;

// Sorted sets of hashes that share half of the smaller one, `skew` times as many in one of them.
std::pair<Hashes, Hashes> hash_sets(std::size_t hashes, std::size_t skew) {
  std::mt19937_64 random(3);
  std::pair<Hashes, Hashes> sets{Hashes(hashes / (skew + 1)), Hashes(hashes * skew / (skew + 1))};
  for (auto& hash : sets.first) hash = random();
  for (auto& hash : sets.second) hash = random();
  std::copy_n(sets.first.begin(), sets.first.size() / 2, sets.second.begin());
  std::ranges::sort(sets.first);
  std::ranges::sort(sets.second);
  return sets;
}

template <class Count>
void count_shared(benchmark::State& state, std::size_t bytes, std::size_t skew, Count count) {
  const auto [a, b] = hash_sets(bytes / sizeof(std::uint64_t), skew);
  for (auto _ : state) benchmark::DoNotOptimize(count(a, b));
  set_bytes(state, bytes);
}

// Looks a set up among those of 256 lanes, half of which is the same in all.
void count_lanes(benchmark::State& state) {
  const auto [common, probe] = hash_sets(kInL2 / sizeof(std::uint64_t) / 16, 1);
  internal::sketch::LaneTable table;
  for (unsigned lane = 0; lane < internal::sketch::LaneTable::kLanes; ++lane)
    table.add(lane, common);
  for (auto _ : state) benchmark::DoNotOptimize(table.overlaps(probe));
  set_bytes(state, probe.size() * sizeof(std::uint64_t));
}

constexpr std::pair<const char*, std::size_t> kSkews[] = {{"alike", 1}, {"skewed 1:100", 100}};

void mark(benchmark::State& state, std::uint64_t number,
          decltype(internal::kernels::mark_multiples)* run) {
  const Hashes hashes = hash_sets(2 * kInL2 / sizeof(std::uint64_t), 1).first;
  Hashes bits;
  for (auto _ : state) {
    run(hashes, number, bits);
    benchmark::DoNotOptimize(bits.data());
  }
  set_bytes(state, kInL2);
}

// Of every k-gram of a text in L2, by one call or, the plain way, one by one.
template <class Symbol>
void hash_every(benchmark::State& state, std::size_t k, bool one_by_one) {
  const internal::tokens::Bytes text = letters(kInL2);
  const std::vector<Symbol> symbols(text.begin(), text.end());
  const std::span<const Symbol> all(symbols);
  Hashes out(all.size() - k + 1);
  for (auto _ : state) {
    if (!one_by_one) internal::kernels::all_fingerprints(all, k, 0, out.data());
    for (std::size_t i = 0; one_by_one && i < out.size(); ++i) {
      out[i] = internal::kernels::fingerprint(all.subspan(i, k), 0);
    }
    benchmark::DoNotOptimize(out.data());
  }
  set_bytes(state, all.size_bytes());
}

void add(const std::string& name, std::function<void(benchmark::State&)> body) {
  benchmark::RegisterBenchmark(name.c_str(), std::move(body))->MinTime(0.05);
}

void add_baselines() {
  for (const auto& [place, size] : {std::pair{"L2", kInL2}, {"memory", kInMemory}}) {
    add(std::string("memcpy/") + place, [=](auto& s) { copy(s, size); });
    add(std::string("xxh3/") + place, [=](auto& s) { hash_all(s, size); });
  }
}

void add_level(internal::kernels::Level level) {
  const auto named = [&](const std::string& name) {
    return name + "/" + std::string(internal::kernels::name(level));
  };
  const auto with_level = [=](auto body) {
    return [=](benchmark::State& s) {
      internal::kernels::force(level);
      body(s);
    };
  };
  const auto add_canonicalize = [&](const std::string& name, internal::kernels::AsciiKernel* run) {
    for (const auto& [place, size] : {std::pair{"L2", kInL2}, {"memory", kInMemory}}) {
      add(named(name + "/" + place), with_level([=](auto& s) { canonicalize(s, size, run); }));
    }
    add(named(name + "/memory to block"),
        with_level([=](auto& s) { canonicalize_blocks(s, kInMemory, run); }));
  };
  add_canonicalize("canonicalize", internal::kernels::canonicalize_ascii);
  add_canonicalize("consonants", internal::kernels::consonants_of_ascii);
  for (const auto& [k, w] : {std::pair{50u, 100u}, {25u, 25u}, {20u, 40u}, {5u, 4u}}) {
    const std::string size = std::to_string(k) + "," + std::to_string(w);
    for (const internal::select::Selector& row : internal::select::selectors()) {
      if (row.mark_minima == nullptr || row.parameters.size() > 1) continue;
      const Recipe r = recipe(row.name, k, w);
      add(named(std::string(row.name) + "/" + size),
          with_level([=, text = internal::tokens::Symbols(letters(kInL2))](auto& s) {
            fingerprints(s, text, r);
          }));
    }
  }
  for (const char* kind : {"text", "random", "zeros", "period2"}) {
    add(named(std::string("robust/50,100/") + kind),
        with_level([=, data = internal::tokens::Symbols(data_of_kind(kind))](auto& s) {
          fingerprints(s, data, recipe("robust", 50, 100));
        }));
  }
  const internal::tokens::Bytes text = letters(kInL2);
  add(named("tokens/12,8"),
      with_level([=, tokens = internal::tokens::Symbols(
                         internal::tokens::Tokens(text.begin(), text.end()))](auto& s) {
        fingerprints(s, tokens, recipe("winnow", 12, 8));
      }));
  add(named("raw/50,100"), with_level([](auto& s) { from_raw(s, kInMemory); }));
  for (const auto& [kind, skew] : kSkews) {
    add(named(std::string("shared count/") + kind), with_level([skew = skew](auto& s) {
          count_shared(s, kInL2, skew, [](const auto& a, const auto& b) {
            return internal::kernels::shared_count(a, b);
          });
        }));
  }
  add(named("lane counts"), with_level(count_lanes));
  add(named("marks/0 mod 25"),
      with_level([](auto& s) { mark(s, 25, internal::kernels::mark_multiples); }));
  add(named("marks/small"),
      with_level([](auto& s) { mark(s, UINT64_MAX / 25, internal::kernels::mark_at_most); }));
}

void add_pinned() {
  const internal::tokens::Bytes text = letters(kInL2);
  for (const auto& [k, w] : {std::pair{50u, 100u}, {25u, 25u}, {20u, 40u}, {5u, 4u}}) {
    add("pinned/" + std::to_string(k) + "," + std::to_string(w),
        [=](auto& s) { pinned(s, text, k, w); });
  }
  add("pinned/tokens/12,8", [tokens = internal::tokens::Tokens(text.begin(), text.end())](auto& s) {
    pinned(s, tokens, 12, 8);
  });
  add("canonicalize/L2/table",
      [](auto& s) { canonicalize(s, kInL2, internal::kernels::canonicalize_ascii_plain); });
  add("consonants/L2/table",
      [](auto& s) { canonicalize(s, kInL2, internal::kernels::consonants_of_ascii_plain); });
  add("pinned/raw/50,100", [](auto& s) { from_raw_pinned(s, kInMemory); });
}

void add_hashes() {
  for (const bool plain : {false, true}) {
    const std::string how = plain ? "/plain" : "/all at once";
    add("hash every/bytes k=50" + how, [=](auto& s) { hash_every<std::uint8_t>(s, 50, plain); });
    add("hash every/words k=10" + how, [=](auto& s) { hash_every<std::uint32_t>(s, 10, plain); });
    add("hash every/characters k=50" + how, [=](auto& s) { hash_every<char32_t>(s, 50, plain); });
  }
  add("marks/0 mod 25/plain",
      [](auto& s) { mark(s, 25, internal::kernels::mark_multiples_plain); });
  add("marks/small/plain",
      [](auto& s) { mark(s, UINT64_MAX / 25, internal::kernels::mark_at_most_plain); });
}

void add_plain_sets() {
  for (const auto& [kind, skew] : kSkews) {
    add(std::string("shared count/") + kind + "/plain", [skew = skew](auto& s) {
      count_shared(s, kInL2, skew, internal::kernels::shared_count_plain);
    });
  }
}

void add_selectors() {
  for (const internal::select::Selector& row : internal::select::selectors()) {
    if (row.mark_minima == nullptr) continue;
    add("stored/50,100/" + std::string(row.name),
        [&row, text = internal::tokens::Symbols(letters(kInL2))](auto& s) {
          internal::kernels::force(internal::kernels::supported_levels().back());
          const Recipe r = recipe(row.name, 50, 100);
          fingerprints(s, text, r);
          s.counters["fingerprints"] =
              static_cast<double>(internal::select::select(text, r).size());
        });
  }
}

// Shows runs as usual and remembers their speeds.
class Ratios : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      const auto speed = run.counters.find("bytes_per_second");
      const bool single = run.run_type == Run::RT_Iteration;
      if (speed == run.counters.end() || (!single && run.aggregate_name != "median")) continue;
      speed_[run.run_name.function_name] = speed->second;
    }
  }

  void print_table() {
    std::printf("\n%-36s %8s %10s %8s %10s\n", "ratio", "GB/s", "x memcpy", "x XXH3", "x plain");
    for (const auto& [name, speed] : speed_) {
      const bool memory = name.find("memory") != name.npos || name.find("raw") != name.npos;
      const std::string place = memory ? "memory" : "L2";
      std::printf("%-36s %8.2f %10.3f %8.3f", name.c_str(), speed / 1e9,
                  ratio(speed, "memcpy/" + place), ratio(speed, "xxh3/" + place));
      if (const double base = plain_for(name); base > 0) std::printf(" %10.2f", speed / base);
      std::printf("\n");
    }
  }

 private:
  // 0 if the other was not run.
  double ratio(double speed, const std::string& other) const {
    const auto found = speed_.find(other);
    return found == speed_.end() ? 0 : speed / found->second;
  }

  // The pinned loop of the same sizes, or the plain twin for a kernel that is no loop over a text;
  // 0 if there is none.
  double plain_for(const std::string& name) {
    const std::size_t first = name.find('/');
    const std::string sizes = name.substr(first + 1, name.find('/', first + 1) - first - 1);
    std::string base = "pinned/" + sizes;
    if (name.starts_with("tokens") || name.starts_with("raw")) {
      base = "pinned/" + name.substr(0, first + 1) + sizes;
    }
    const std::string twin = name.substr(0, name.rfind('/')) + "/plain";
    if (speed_.contains(twin)) base = twin;
    return speed_.contains(base) ? speed_[base] : 0;
  }

  std::map<std::string, double> speed_;
};

}  // namespace
}  // namespace whorl::bench

// Medians of five runs in random order, so that load on the machine affects all equally, unless
// flags say otherwise. `--json FILE` writes the results; other flags are passed to Google
// Benchmark.
int main(int argc, char** argv) {
  std::vector<std::string> words = {argv[0], "--benchmark_repetitions=5",
                                    "--benchmark_enable_random_interleaving=true",
                                    "--benchmark_report_aggregates_only=true"};
  words.insert(words.end(), argv + 1, argv + argc);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] != "--json") continue;
    words[i] = "--benchmark_out_format=json";
    words[i + 1] = "--benchmark_out=" + words[i + 1];
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  whorl::bench::add_baselines();
  whorl::bench::add_pinned();
  whorl::bench::add_plain_sets();
  whorl::bench::add_hashes();
  for (const auto level : whorl::internal::kernels::supported_levels())
    whorl::bench::add_level(level);
  whorl::bench::add_selectors();
  whorl::bench::Ratios ratios;
  benchmark::RunSpecifiedBenchmarks(&ratios);
  ratios.print_table();
  return 0;
}
