#include "jobs.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>

#include "whorl/cluster.h"
#include "whorl/compare.h"
#include "whorl/dedup.h"
#include "whorl/fingerprint_job.h"
#include "whorl/query.h"
#include "whorl/sweep.h"
#include "whorl/writers.h"

namespace whorl::test {
namespace {

constexpr int kDocuments = 24;

// Every third text differs from the one before it by a word.
std::string text_of(int document) {
  std::string text;
  for (int word = 0; word < 40; ++word) {
    const int theme = word == 20 ? document : document / 3;
    text += "w" + std::to_string(theme * 1'000 + word) + " ";
  }
  return text;
}

std::string code_of(int document) {
  std::string code = "int f" + std::to_string(document) + "(int a) {\n";
  for (int line = 0; line < 12; ++line) {
    const int value = document / 3 * 50 + line * line;
    code += "  for (int i = 0; i < " + std::to_string(value) + "; ++i) a " +
            (value % 3 == 0 ? "*=" : "+=") + " i % " + std::to_string(value + 1) + ";\n";
  }
  return code + "  return a;\n}\n";
}

// Read by system calls alone: the caller may count allocations.
std::string contents(const std::string& path) {
  std::string out;
  const int file = ::open(path.c_str(), O_RDONLY);
  char block[4096];
  for (ssize_t got; (got = ::read(file, block, sizeof block)) > 0;) {
    out.append(block, static_cast<std::size_t>(got));
  }
  ::close(file);
  return out;
}

ClusterOptions cluster_options(const TempFolder& folder, unsigned threads) {
  ClusterOptions options;
  options.inputs = {folder.path("in.jsonl")};
  options.store = folder.path("new.store");
  options.shingle = 3;
  options.sketch = "mod:2";
  options.memory = 32 << 20;
  options.threads = threads;
  return options;
}

std::string described(const std::vector<ComparedDocument>& found) {
  std::string out;
  for (const ComparedDocument& one : found) {
    out += one.document.id + " " + one.kind + " " + std::to_string(one.resemblance) + "\n";
  }
  return out;
}

}  // namespace

Jobs::Jobs(const TempFolder& folder) : folder_(folder) {
  std::string lines, moved;
  for (int d = 0; d < kDocuments; ++d) {
    const std::string id = "http://host/" + std::to_string(d);
    lines += nlohmann::json{{"id", id}, {"text", text_of(d)}}.dump() + "\n";
    moved += nlohmann::json{{"id", id + (d % 4 == 0 ? "/new" : "")}, {"text", text_of(d)}}.dump();
    moved += "\n";
    std::filesystem::create_directories(folder_ / "sources");
    folder_.write("sources/" + std::to_string(d) + ".c", code_of(d));
  }
  folder_.write("in.jsonl", lines);
  folder_.write("moved.jsonl", moved);
  folder_.write("asked.txt", text_of(4));
}

void Jobs::remove(const std::string& name) const { std::filesystem::remove_all(folder_ / name); }

Result<std::string> Jobs::compare(unsigned threads) const {
  CompareOptions options;
  options.paths = {folder_.path("sources")};
  options.threads = threads;
  NoProgress quiet;
  auto report = inside([&] { return whorl::compare(options, quiet); });
  if (!report) return tl::unexpected(report.error());
  const ReportFiles files{.directory = folder_.path("report")};
  remove("report");
  const auto saved = inside([&] { return save(*report, files, quiet); });
  if (!saved) return tl::unexpected(saved.error());
  return contents(folder_.path("report/report.json"));
}

Result<std::string> Jobs::cluster(unsigned threads) const {
  remove("new.store");
  ClusterOptions options = cluster_options(folder_, threads);
  options.write_pairs = true;
  options.audit = 5;
  NoProgress quiet;
  const auto summary = inside([&] { return whorl::cluster(options, quiet); });
  if (!summary) return tl::unexpected(summary.error());
  return contents(options.store + "/clusters.jsonl") + contents(options.store + "/pairs.tsv");
}

Result<void> Jobs::make_store() const {
  ClusterOptions options = cluster_options(folder_, 1);
  options.store = folder_.path("store");
  NoProgress quiet;
  const auto summary = inside([&] { return whorl::cluster(options, quiet); });
  if (!summary) return tl::unexpected(summary.error());
  return {};
}

Result<std::string> Jobs::query(unsigned) const {
  const std::string path = folder_.path("store"), asked = folder_.path("asked.txt");
  const std::string id = "http://host/4";
  const std::vector<std::string> ranked = {id, "http://host/5", "http://host/9"};
  const auto store = inside([&] { return StoreReader::open(path); });
  if (!store) return tl::unexpected(store.error());
  const auto clusters = inside([&] { return store->clusters_of(id); });
  if (!clusters) return tl::unexpected(clusters.error());
  const auto found = inside([&] { return store->matches(asked, {}); });
  if (!found) return tl::unexpected(found.error());
  const auto groups = inside([&] { return store->group(ranked); });
  if (!groups) return tl::unexpected(groups.error());
  std::string out = described(*found);
  for (const StoredCluster& one : *clusters) out += one.survivor + "\n" + described(one.members);
  return out + std::to_string(groups->size());
}

Result<std::string> Jobs::dedup(unsigned threads) const {
  DedupOptions options;
  options.cluster = cluster_options(folder_, threads);
  options.cluster.store.clear();
  options.output = folder_.path("kept.jsonl");
  remove("kept.jsonl.store");
  NoProgress quiet;
  const auto summary = inside([&] { return whorl::dedup(options, quiet); });
  if (!summary) return tl::unexpected(summary.error());
  return contents(options.output) + contents(summary->removed);
}

Result<std::string> Jobs::sweep(unsigned threads) const {
  const std::string store = folder_.path("sweeps"), svg = folder_.path("drift.svg");
  const std::string url = "http://host/4";
  remove("sweeps");
  ClusterOptions reading = cluster_options(folder_, threads);
  NoProgress quiet;
  const std::pair<const char*, std::string> sweeps[] = {{"in.jsonl", "2024-01-01"},
                                                        {"moved.jsonl", "2024-02-01"}};
  for (const auto& [input, date] : sweeps) {
    reading.inputs = {folder_.path(input)};
    const auto added = inside([&] { return add_sweep(store, date, reading, quiet); });
    if (!added) return tl::unexpected(added.error());
  }
  const auto located = inside([&] { return locate(store, url, 0.5); });
  if (!located) return tl::unexpected(located.error());
  const auto drifted = inside([&] { return drift(store, 0.5, quiet); });
  if (!drifted) return tl::unexpected(drifted.error());
  const auto saved = inside([&] { return save_drift_svg(*drifted, svg); });
  if (!saved) return tl::unexpected(saved.error());
  return located->first_seen + " " + std::to_string(located->places.size()) + " " +
         std::to_string(drifted->total.moved_within) + contents(svg);
}

Result<std::string> Jobs::fingerprint(unsigned threads) const {
  FingerprintOptions options;
  options.paths = {folder_.path("sources")};
  options.recipe = "text/k=20/winnow:w=10";
  options.output = folder_.path("out.segment");
  options.threads = threads;
  NoProgress quiet;
  const FingerprintSink sink = [](const auto&) { return true; };
  const auto stats = inside([&] { return whorl::fingerprint(options, sink, quiet); });
  if (!stats) return tl::unexpected(stats.error());
  return contents(options.output);
}

}  // namespace whorl::test
