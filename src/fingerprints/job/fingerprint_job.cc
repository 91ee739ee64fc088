#include "whorl/fingerprint_job.h"
#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>
#include <tuple>

#include "base/guard.h"
#include "base/memory_budget.h"
#include "base/ownership/output.h"
#include "base/ownership/same_file.h"
#include "base/parallel.h"
#include "base/pool.h"
#include "base/try.h"
#include "base/utf8.h"
#include "fingerprints/job/block_job.h"
#include "fingerprints/job/fingerprint_document.h"
#include "fingerprints/select/check_recipe.h"
#include "fingerprints/select/select.h"
#include "input/paths/names.h"
#include "input/paths/path_files.h"
#include "input/room.h"
#include "input/skip_log.h"
#include "input/source.h"
#include "passages/index/segment.h"
#include "tokens/front_ends.h"
#include "whorl/kernels.h"
#include "whorl/recipe.h"

namespace whorl {

using namespace internal;

namespace {

// Files that are processed at a time: their fingerprints wait until they can be passed on in order.
constexpr std::size_t kBatch = 1024;

// The result of one file.
struct TakenFile {
  std::vector<job::FingerprintOutcome> documents;
  std::vector<Skipped> skipped;
  bool is_large = false;  // left for all threads together
  bool waits = true;      // has no result yet
};

std::uint64_t result_bytes(const TakenFile& file) {
  std::uint64_t bytes = 0;
  for (const job::FingerprintOutcome& document : file.documents) {
    const Fingerprints& found = document.fingerprints;
    bytes += found.size() * (sizeof found.hash[0] + sizeof found.position[0]);
  }
  return bytes;
}

// Documents that wait for their turn in the order of names: those of an archive may come after
// those of later files.
class NameOrder {
 public:
  explicit NameOrder(const input::PathFiles& files) : files_(files) {}

  void add(job::FingerprintOutcome document) { waiting_.push_back(std::move(document)); }

  // Removes and returns the documents that precede all files from number `next` on, with unique
  // names.
  std::vector<job::FingerprintOutcome> ready(std::size_t next) {
    std::ranges::stable_sort(waiting_, {}, &job::FingerprintOutcome::name);
    input::make_names_unique(waiting_, [&](const std::string& name) { return names_a_file(name); });
    auto end = waiting_.end();
    if (next < files_.size()) {
      end =
          std::ranges::lower_bound(waiting_, files_[next].name, {}, &job::FingerprintOutcome::name);
    }
    std::vector<job::FingerprintOutcome> out(std::move_iterator(waiting_.begin()),
                                             std::move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    return out;
  }

 private:
  bool names_a_file(const std::string& name) const {
    const auto numbers = std::views::iota(std::size_t{0}, files_.size());
    const auto at = std::ranges::lower_bound(
        numbers, name, {}, [&](std::size_t i) -> const std::string& { return files_[i].name; });
    return at != numbers.end() && files_[*at].name == name;
  }

  const input::PathFiles& files_;
  std::vector<job::FingerprintOutcome> waiting_;
};

class Job {
 public:
  Job(const FingerprintOptions& options, const FingerprintSink& sink, Progress& progress)
      : options_(options),
        sink_(sink),
        progress_(progress),
        budget_(options.memory),
        read_(budget_.together()) {}

  Result<FingerprintStats> run() {
    WHORL_ASSIGN_OR_RETURN(const auto recipe, parse_recipe(options_.recipe));
    WHORL_RETURN_IF_ERROR(select::check_no_key(recipe));
    plan_ = {recipe, sink_ || !options_.output.empty(),
             std::make_shared<input::Conversions>(options_.convert)};
    plan_.conversions->watch(&progress_);
    stats_.recipe = id(recipe);
    stats_.kernels = kernels_in_use();
    stats_.chunks = recipe.has_chunks();
    if (!stats_.chunks) {
      stats_.expected_density =
          select::find_selector(recipe.selector.name)->density(recipe.k, recipe.selector.args);
    }
    WHORL_RETURN_IF_ERROR(open_output());
    for (const std::string& path : options_.paths) {
      WHORL_RETURN_IF_ERROR(take_path(path));
    }
    if (writer_) {
      if (stats_.documents == 0) return input::nothing_read(stats_.skipped);
      WHORL_RETURN_IF_ERROR(writer_->finish());
    }
    return finished();
  }

 private:
  Result<void> open_output() {
    if (options_.output.empty()) return {};
    if (stats_.chunks) {
      return fail(ErrorCode::invalid_argument,
                  options_.output + ": segment files hold fingerprints of k-grams, not chunks ('" +
                      plan_.recipe.chunk.name + "'); print chunks with --jsonl");
    }
    WHORL_RETURN_IF_ERROR(
        base::ownership::check_output(options_.output, {options_.paths, options_.overwrite},
                                      base::ownership::with_head(index::kSegmentHead)));
    WHORL_ASSIGN_OR_RETURN(auto writer,
                           index::SegmentWriter::create(options_.output, stats_.recipe));
    writer_.emplace(std::move(writer));
    return {};
  }

  Result<void> take_path(const std::string& path) {
    input::ReadOptions read;
    read.include = options_.include;
    read.exclude = options_.exclude;
    if (!options_.output.empty())
      read.leave_out = {base::ownership::resolved(options_.output).string()};
    read.limits = input::ReadLimits::within(options_.memory);
    read.tally = &read_;
    read.keep_binary = tokens::find_front_end(plan_.recipe.front_end)->takes_raw_bytes;
    WHORL_ASSIGN_OR_RETURN(auto files, input::PathFiles::list(path, read));
    progress_.phase("fingerprinting", files.size());
    NameOrder order(files);
    for (std::size_t begin = 0, end = 0; begin < files.size(); begin = end) {
      end = take_batch(files, begin, order);
      if (progress_.cancelled() || !hand_on(order.ready(end))) {
        return fail(ErrorCode::cancelled, "stopped before all inputs were read");
      }
    }
    for (Skipped& skipped : files.skipped()) stats_.skipped.push_back(std::move(skipped));
    return {};
  }

  // Each thread processes small files from bytes to fingerprints; all threads share a large one.
  // The batch ends early if its fingerprints exceed their part of memory. Returns where the next
  // batch begins.
  std::size_t take_batch(input::PathFiles& files, std::size_t begin, NameOrder& order) {
    std::vector<TakenFile> taken(std::min(kBatch, files.size() - begin));
    base::MemoryTally results(budget_.memory() / 8);
    base::parallel_for(taken.size(), options_.threads, [&](std::size_t i) {
      if (progress_.cancelled() || results.is_over()) return;
      take_file(files, begin + i, taken[i]);
      results.add(result_bytes(taken[i]));
      taken[i].waits = false;
      if (!taken[i].is_large) progress_.advance(1);
    });
    if (results.is_over()) {
      while (taken.back().waits) taken.pop_back();
    }
    for (std::size_t i = 0; i < taken.size(); ++i) {
      if ((taken[i].is_large || taken[i].waits) && !progress_.cancelled()) {
        take_large_file(files, begin + i, taken[i]);
        progress_.advance(1);
      }
      for (Skipped& skipped : taken[i].skipped) {
        files.note(skipped.path);
        stats_.skipped.push_back(std::move(skipped));
      }
      for (job::FingerprintOutcome& document : taken[i].documents) {
        files.note(document.name);
        if (document.skipped) stats_.skipped.push_back(std::move(*document.skipped));
        if (document.usable) order.add(std::move(document));
      }
    }
    return begin + taken.size();
  }

  void take_file(const input::PathFiles& files, std::size_t i, TakenFile& out) {
    auto input = input::open_file(files[i].path);
    out.is_large = input && (*input)->promised_bytes() >= job::kLargeText;
    if (out.is_large) return;
    input::ReadResult read;
    files.read(i, std::move(input), read);
    const std::uint64_t held = held_bytes(read);
    out.is_large = read_.is_over();
    out.skipped = std::move(read.skipped);
    for (std::size_t d = 0; d < read.documents.size() && !out.is_large; ++d) {
      out.documents.push_back(take_beside_others(std::move(read.documents[d]), 1));
      out.is_large = out.documents.back().exceeded;
    }
    read_.remove(held);
    if (out.is_large) {
      out = {};
      out.is_large = true;
    }
  }

  static std::uint64_t held_bytes(const input::ReadResult& read) {
    std::uint64_t bytes = 0;
    for (const Document& document : read.documents) bytes += input::held_bytes(document);
    return bytes;
  }

  job::FingerprintOutcome take_document(Document document, unsigned threads,
                                        const input::Room& room) {
    job::FingerprintOutcome out;
    fingerprinters_.with([&] { return std::make_unique<job::DocumentFingerprinter>(plan_); },
                         [&](auto& one) { out = one.take(std::move(document), threads, room); });
    return out;
  }

  // Within the limits that suffice for most documents of its kind.
  job::FingerprintOutcome take_beside_others(Document document, unsigned threads) {
    const input::Room room = input::Room::expected(document.name, document.bytes.size());
    base::MemoryBudget::Charge charge;
    if (room.held() > kSmall) charge.swap(budget_.take(room.held()));
    return take_document(std::move(document), threads, room);
  }

  // With all available memory, while no other document of that size is processed.
  job::FingerprintOutcome take_alone(Document document, unsigned threads) {
    const auto charge = budget_.take(budget_.together());
    input::Room room = input::Room::within(budget_.share());
    // Plain text is processed in blocks, which need no memory except for the text.
    if (job::fits_blocks(plan_.recipe) && base::is_utf8(document.bytes)) {
      room.text = std::max<std::uint64_t>(room.text, document.bytes.size());
    }
    return take_document(std::move(document), threads, room);
  }

  void take_large_file(const input::PathFiles& files, std::size_t i, TakenFile& out) {
    const input::ListedFile& file = files[i];
    if (files.wants(i)) {
      auto done = job::fingerprint_large_file(file.path, file.name, plan_, options_.threads);
      if (done) {
        out.documents.push_back(std::move(*done));
        return;
      }
    }
    input::ReadResult read;
    files.read(i, read);
    read_.remove(held_bytes(read));
    out.skipped = std::move(read.skipped);
    out.documents.resize(read.documents.size());
    const auto take = [&](std::size_t d, unsigned threads) {
      Document& document = read.documents[d];
      const bool alone = document.bytes.size() >= job::kLargeText ||
                         input::may_grow(document.name, document.bytes);
      out.documents[d] = alone ? take_alone(std::move(document), threads)
                               : take_beside_others(std::move(document), threads);
    };
    std::vector<std::size_t> small;
    for (std::size_t d = 0; d < read.documents.size(); ++d) {
      if (read.documents[d].bytes.size() < job::kLargeText) {
        small.push_back(d);
      } else {
        take(d, options_.threads);
      }
    }
    base::parallel_for(small.size(), options_.threads, [&](std::size_t n) { take(small[n], 1); });
  }

  bool hand_on(const std::vector<job::FingerprintOutcome>& documents) {
    return std::ranges::all_of(documents, [&](const auto& d) { return hand_on(d); });
  }

  bool hand_on(const job::FingerprintOutcome& document) {
    ++stats_.documents;
    stats_.bytes += document.bytes;
    stats_.symbols += document.symbols;
    const std::uint32_t k = plan_.recipe.k;
    const std::uint64_t kgrams = document.symbols < k ? 0 : document.symbols - k + 1;
    stats_.hashes += stats_.chunks ? document.chunks.before_culling : kgrams;
    stats_.fingerprints += document.count;
    stats_.longest_gap = std::max(stats_.longest_gap, document.longest_gap);
    if (writer_) writer_->add(document.name, document.symbols, document.fingerprints);
    return !sink_ || sink_({document.name, document.symbols, document.fingerprints,
                            stats_.chunks ? &document.chunks : nullptr});
  }

  FingerprintStats finished() {
    if (stats_.hashes > 0) {
      stats_.density =
          static_cast<double>(stats_.fingerprints) / static_cast<double>(stats_.hashes);
    }
    std::ranges::stable_sort(stats_.skipped, [](const Skipped& a, const Skipped& b) {
      return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
    });
    return std::move(stats_);
  }

  static constexpr std::uint64_t kSmall = 4 << 20;  // smaller amounts are not charged

  const FingerprintOptions& options_;
  const FingerprintSink& sink_;
  Progress& progress_;
  base::MemoryBudget budget_;
  base::MemoryTally read_;  // read and not yet processed
  job::FingerprintPlan plan_;
  base::Pool<job::DocumentFingerprinter> fingerprinters_;  // one a thread
  FingerprintStats stats_;
  std::optional<index::SegmentWriter> writer_;
};

}  // namespace

Result<FingerprintStats> fingerprint(const FingerprintOptions& options, const FingerprintSink& sink,
                                     Progress& progress) try {
  return Job(options, sink, progress).run();
} catch (...) {
  return internal::base::caught();
}

namespace {

std::string chunks_of(const ChunkSet& set) {
  std::string out =
      "\"chunks_before_culling\":" + std::to_string(set.before_culling) + ",\"chunks\":[";
  const char* separator = "";
  for (const Chunk& chunk : set.chunks) {
    fmt::format_to(std::back_inserter(out), "{}[\"{:0{}x}\",{},{},{},{}]", separator, chunk.digest,
                   set.digest_bits / 4, chunk.first, chunk.symbols, chunk.bytes.begin,
                   chunk.bytes.end);
    separator = ",";
  }
  return out + "]";
}

}  // namespace

std::string json_line(const FingerprintedDocument& document) {
  std::string line = "{\"name\":" + base::json_text(nlohmann::json(document.name)) +
                     ",\"symbols\":" + std::to_string(document.symbols) + ",";
  if (document.chunks != nullptr) return line + chunks_of(*document.chunks) + "}";
  line += "\"fingerprints\":[";
  const Fingerprints& f = document.fingerprints;
  for (std::size_t i = 0; i < f.size(); ++i) {
    fmt::format_to(std::back_inserter(line), "{}[\"{:016x}\",{}]", i == 0 ? "" : ",", f.hash[i],
                   f.position[i]);
  }
  return line + "]}";
}

std::string to_json(const FingerprintStats& stats) {
  nlohmann::ordered_json json = {{"recipe", stats.recipe},
                                 {"documents", stats.documents},
                                 {"bytes", stats.bytes},
                                 {"symbols", stats.symbols},
                                 {"hashes", stats.hashes},
                                 {"fingerprints", stats.fingerprints},
                                 {"density", stats.density},
                                 {"expected_density", stats.expected_density},
                                 {"longest_gap", stats.longest_gap},
                                 {"skipped", nlohmann::ordered_json::array()}};
  for (const Skipped& skipped : stats.skipped) {
    json["skipped"].push_back({{"path", skipped.path},
                               {"reason", skipped.reason},
                               {"kind", input::name_of(skipped.kind)}});
  }
  return base::json_text(json);
}

}  // namespace whorl
