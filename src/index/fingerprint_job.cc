#include "whorl/fingerprint_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/parallel.h"
#include "canon/front_ends.h"
#include "index/large_text.h"
#include "index/segment.h"
#include "read/source.h"
#include "select/select.h"
#include "whorl/kernels.h"
#include "whorl/recipe.h"

namespace whorl {
namespace {

// What became of one document.
struct Done {
  std::uint64_t bytes = 0;
  std::uint64_t symbols = 0;
  Fingerprints fingerprints;
  std::optional<Skipped> skipped;
  bool usable = false;
};

// The front end `bytes` takes files as they are stored; all others see text.
Result<Viewable> viewable_of(Document document, const Recipe& recipe, std::string& note) {
  if (recipe.front_end != "bytes") return view(std::move(document), note);
  Viewable raw;
  raw.text = std::move(document.bytes);
  return raw;
}

Symbols symbols_of(const Viewable& text, const Recipe& recipe, unsigned threads) {
  if (recipe.front_end == "text" && text.text.size() >= kLargeText) {
    return symbols_of_large_text(text.text, threads);
  }
  return find_front_end(recipe.front_end)->canonicalize(text, recipe.argument).symbols;
}

// Uses `threads` threads where the document is large.
Done fingerprint_document(Document document, const Recipe& recipe, unsigned threads) {
  Done done;
  const std::string name = document.name;
  done.bytes = document.bytes.size();
  std::string note;
  const auto text = viewable_of(std::move(document), recipe, note);
  if (!text) {
    done.skipped = Skipped{name, text.error().message, SkipKind::skipped};
    return done;
  }
  if (!note.empty()) done.skipped = Skipped{name, note, SkipKind::fallback};
  const Symbols symbols = symbols_of(*text, recipe, threads);
  done.symbols = std::visit([](const auto& list) { return list.size(); }, symbols);
  done.fingerprints = select(symbols, recipe, threads);
  done.usable = true;
  return done;
}

// The most k-grams in a row that were not selected.
std::uint64_t longest_gap(const Fingerprints& f, std::uint64_t kgrams) {
  std::uint64_t longest = 0, next = 0;
  for (const std::uint32_t position : f.position) {
    longest = std::max(longest, position - next);
    next = position + std::uint64_t{1};
  }
  return std::max(longest, kgrams - next);
}

// Documents that are worked on at a time: their fingerprints wait to be handed on in order.
constexpr std::size_t kBatch = 1024;

class Job {
 public:
  Job(const FingerprintOptions& options, const FingerprintSink& sink, Progress& progress)
      : options_(options), sink_(sink), progress_(progress) {}

  Result<FingerprintStats> run() {
    const auto recipe = parse_recipe(options_.recipe);
    if (!recipe) return tl::unexpected(recipe.error());
    recipe_ = *recipe;
    stats_.recipe = id(recipe_);
    stats_.kernels = kernels_in_use();
    stats_.expected_density =
        find_selector(recipe_.selector.name)->density(recipe_.k, recipe_.selector.args);
    if (const auto good = open_output(); !good) return tl::unexpected(good.error());
    for (const std::string& path : options_.paths) {
      if (const auto good = take_path(path); !good) return tl::unexpected(good.error());
    }
    if (writer_) {
      if (const auto good = writer_->finish(); !good) return tl::unexpected(good.error());
    }
    return finished();
  }

 private:
  Result<void> open_output() {
    if (options_.output.empty()) return {};
    auto writer = SegmentWriter::create(options_.output, stats_.recipe);
    if (!writer) return tl::unexpected(writer.error());
    writer_.emplace(std::move(*writer));
    return {};
  }

  Result<void> take_path(const std::string& path) {
    ReadOptions read;
    read.include = options_.include;
    read.exclude = options_.exclude;
    read.keep_binary = recipe_.front_end == "bytes";
    read.threads = options_.threads;
    auto found = read_path(path, read, progress_);
    if (!found) return tl::unexpected(found.error());
    std::ranges::move(found->skipped, std::back_inserter(stats_.skipped));
    auto& documents = found->documents;
    progress_.phase("fingerprinting", documents.size());
    for (std::size_t begin = 0; begin < documents.size(); begin += kBatch) {
      const std::size_t count = std::min(kBatch, documents.size() - begin);
      if (progress_.cancelled()) return fail(ErrorCode::cancelled, "stopped as asked");
      if (const auto good = take_batch(std::span(documents).subspan(begin, count)); !good) {
        return good;
      }
    }
    return {};
  }

  Result<void> take_batch(std::span<Document> documents) {
    std::vector<std::string> names;
    std::vector<std::size_t> small;
    for (const Document& document : documents) names.push_back(document.name);
    std::vector<Done> done(documents.size());
    // All threads share a large document; of small ones each takes its own.
    for (std::size_t i = 0; i < documents.size(); ++i) {
      if (documents[i].bytes.size() < kLargeText) {
        small.push_back(i);
      } else {
        done[i] = fingerprint_document(std::move(documents[i]), recipe_, options_.threads);
        progress_.advance(1);
      }
    }
    parallel_for(small.size(), options_.threads, [&](std::size_t i) {
      done[small[i]] = fingerprint_document(std::move(documents[small[i]]), recipe_, 1);
      progress_.advance(1);
    });
    for (std::size_t i = 0; i < done.size(); ++i) {
      if (!hand_on(names[i], done[i])) return fail(ErrorCode::cancelled, "stopped as asked");
    }
    return {};
  }

  bool hand_on(const std::string& name, Done& done) {
    if (done.skipped) stats_.skipped.push_back(std::move(*done.skipped));
    if (!done.usable) return true;
    const std::uint64_t kgrams = done.symbols < recipe_.k ? 0 : done.symbols - recipe_.k + 1;
    ++stats_.documents;
    stats_.bytes += done.bytes;
    stats_.symbols += done.symbols;
    stats_.hashes += kgrams;
    stats_.fingerprints += done.fingerprints.size();
    stats_.longest_gap = std::max(stats_.longest_gap, longest_gap(done.fingerprints, kgrams));
    if (writer_) writer_->add(name, done.symbols, done.fingerprints);
    return !sink_ || sink_({name, done.symbols, done.fingerprints});
  }

  FingerprintStats finished() {
    if (stats_.hashes > 0) {
      stats_.density =
          static_cast<double>(stats_.fingerprints) / static_cast<double>(stats_.hashes);
    }
    std::ranges::stable_sort(stats_.skipped, {}, &Skipped::path);
    return std::move(stats_);
  }

  const FingerprintOptions& options_;
  const FingerprintSink& sink_;
  Progress& progress_;
  Recipe recipe_;
  FingerprintStats stats_;
  std::optional<SegmentWriter> writer_;
};

}  // namespace

Result<FingerprintStats> fingerprint(const FingerprintOptions& options, const FingerprintSink& sink,
                                     Progress& progress) {
  return Job(options, sink, progress).run();
}

std::string json_line(const FingerprintedDocument& document) {
  std::string line = "{\"name\":" + nlohmann::json(document.name).dump() +
                     ",\"symbols\":" + std::to_string(document.symbols) + ",\"fingerprints\":[";
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
    json["skipped"].push_back({{"path", skipped.path}, {"reason", skipped.reason}});
  }
  return json.dump();
}

}  // namespace whorl
