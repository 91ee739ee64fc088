#include "jobs.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "base/try.h"
#include "whorl/cluster.h"
#include "whorl/columns.h"
#include "whorl/compare.h"
#include "whorl/dedup.h"
#include "whorl/fingerprint_job.h"
#include "whorl/match.h"
#include "whorl/repeats.h"
#include "whorl/sketch.h"
#include "whorl/store.h"
#include "whorl/sweep.h"
#include "whorl/writers.h"

namespace whorl::test {
namespace {

constexpr int kDocuments = 24;

// Every third text differs by one word from the text before it.
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

// Uses system calls only, since the caller may count allocations.
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
  options.input.inputs = {folder.path("in.jsonl")};
  options.store = folder.path("new.store");
  options.shingling.shingle = 3;
  options.shingling.sketch = "mod:2";
  options.limits.memory = 32 << 20;
  options.limits.threads = threads;
  return options;
}

std::string described(const std::vector<ComparedDocument>& found) {
  std::string out;
  for (const ComparedDocument& one : found) {
    out += one.document.id + " " + std::to_string(static_cast<int>(one.kind)) + " " +
           std::to_string(one.resemblance) + "\n";
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
  options.input.paths = {folder_.path("sources")};
  options.threads = threads;
  const ReportFiles files{.directory = folder_.path("report")};
  remove("report");
  NoProgress quiet;
  WHORL_ASSIGN_OR_RETURN(const auto report, inside([&] { return whorl::compare(options, quiet); }));
  WHORL_RETURN_IF_ERROR(inside([&] { return save(report, files, quiet); }));
  return contents(folder_.path("report/report.json"));
}

Result<std::string> Jobs::cluster(unsigned threads) const {
  remove("new.store");
  ClusterOptions options = cluster_options(folder_, threads);
  options.write_pairs = true;
  options.audit = 5;
  NoProgress quiet;
  WHORL_RETURN_IF_ERROR(inside([&] { return whorl::cluster(options, quiet); }));
  return contents(options.store + "/clusters.jsonl") + contents(options.store + "/pairs.tsv");
}

Result<void> Jobs::make_store() const {
  ClusterOptions options = cluster_options(folder_, 1);
  options.store = folder_.path("store");
  NoProgress quiet;
  WHORL_RETURN_IF_ERROR(whorl::cluster(options, quiet));
  return {};
}

Result<std::string> Jobs::query(unsigned) const {
  const std::string path = folder_.path("store"), asked = folder_.path("asked.txt");
  const std::string id = "http://host/4", text = text_of(4);
  const std::vector<std::string> ranked = {id, "http://host/5", "http://host/9"};
  WHORL_ASSIGN_OR_RETURN(const auto store, inside([&] { return StoreReader::open(path); }));
  WHORL_ASSIGN_OR_RETURN(const auto clusters, inside([&] { return store.clusters_of(id); }));
  WHORL_ASSIGN_OR_RETURN(const auto by_file, inside([&] { return store.matches_file(asked); }));
  WHORL_ASSIGN_OR_RETURN(const auto by_text, inside([&] { return store.matches(text); }));
  WHORL_ASSIGN_OR_RETURN(const auto groups, inside([&] { return store.group(ranked); }));
  std::string out = described(by_file) + described(by_text);
  for (const StoredCluster& one : clusters) out += one.survivor + "\n" + described(one.members);
  return out + std::to_string(groups.size());
}

Result<std::string> Jobs::dedup(unsigned threads) const {
  DedupOptions options;
  options.cluster = cluster_options(folder_, threads);
  options.cluster.store.clear();
  options.output = folder_.path("kept.jsonl");
  remove("kept.jsonl.store");
  NoProgress quiet;
  WHORL_ASSIGN_OR_RETURN(const auto summary, inside([&] { return whorl::dedup(options, quiet); }));
  return contents(options.output) + contents(summary.removed);
}

Result<std::string> Jobs::repeats(unsigned threads) const {
  RepeatOptions options;
  options.input = cluster_options(folder_, threads).input;
  options.limits = cluster_options(folder_, threads).limits;
  options.at_least = 5;
  options.output = folder_.path("cut.jsonl");
  NoProgress quiet;
  WHORL_ASSIGN_OR_RETURN(const auto summary, inside([&] { return cut_repeats(options, quiet); }));
  return contents(options.output) + contents(summary.removed);
}

Result<std::string> Jobs::sweep(unsigned threads) const {
  const ClusterOptions reading = cluster_options(folder_, threads);
  AddSweepOptions options{.store = folder_.path("sweeps"),
                          .date = {},
                          .input = reading.input,
                          .shingling = reading.shingling,
                          .limits = reading.limits};
  const std::string url = "http://host/4", svg = folder_.path("drift.svg");
  remove("sweeps");
  NoProgress quiet;
  for (const auto& [input, date] :
       {std::pair("in.jsonl", "2024-01-01"), std::pair("moved.jsonl", "2024-02-01")}) {
    options.input.inputs = {folder_.path(input)};
    options.date = date;
    WHORL_RETURN_IF_ERROR(inside([&] { return add_sweep(options, quiet); }));
  }
  WHORL_ASSIGN_OR_RETURN(const auto located,
                         inside([&] { return locate(options.store, url, 0.5); }));
  WHORL_ASSIGN_OR_RETURN(const auto drifted,
                         inside([&] { return drift(options.store, 0.5, quiet); }));
  WHORL_RETURN_IF_ERROR(inside([&] { return save_drift_svg(drifted, svg); }));
  return located.first_seen + " " + std::to_string(located.places.size()) + " " +
         std::to_string(drifted.total.moved_within) + contents(svg);
}

Result<std::string> Jobs::fingerprint(unsigned threads) const {
  FingerprintOptions options;
  options.paths = {folder_.path("sources")};
  options.recipe = "text/k=20/winnow:w=10";
  options.output = folder_.path("out.segment");
  options.threads = threads;
  NoProgress quiet;
  const FingerprintSink sink = [](const auto&) { return true; };
  WHORL_RETURN_IF_ERROR(inside([&] { return whorl::fingerprint(options, sink, quiet); }));
  return contents(options.output);
}

Result<std::string> Jobs::texts(unsigned threads) const {
  NoProgress quiet;
  const std::vector<std::string> texts = {text_of(0), text_of(1), text_of(5), ""};
  const TextColumn column{
      texts.size(), [&](std::size_t row) { return std::optional(std::string_view(texts[row])); }};
  const std::vector<RowPair> pairs = {{0, 1}, {1, 2}, {2, 2}};
  WHORL_ASSIGN_OR_RETURN(const auto recipe,
                         inside([] { return parse_recipe("text/k=20/winnow:w=10"); }));
  WHORL_ASSIGN_OR_RETURN(const auto method,
                         inside([] { return parse_sketch_method("words/k=3/mod:2"); }));
  WHORL_ASSIGN_OR_RETURN(const auto fingerprints, inside([&] {
                           return fingerprint_column(column, recipe, threads, quiet);
                         }));
  WHORL_ASSIGN_OR_RETURN(const auto sketches,
                         inside([&] { return sketch_column(column, method, threads, quiet); }));
  WHORL_ASSIGN_OR_RETURN(const auto measures, inside([&] {
                           return measure_pairs(sketches, sketches, pairs,
                                                SketchMeasure::resemblance, threads, quiet);
                         }));
  WHORL_ASSIGN_OR_RETURN(const auto first, inside([&] { return whorl::sketch(texts[0], method); }));
  WHORL_ASSIGN_OR_RETURN(const auto second, inside([&] { return sketch_of_row(sketches, 1); }));
  WHORL_ASSIGN_OR_RETURN(const auto both, inside([&] { return whorl::merge(first, second); }));
  WHORL_ASSIGN_OR_RETURN(const auto found,
                         inside([&] { return passages(texts[0], texts[1], recipe); }));
  return std::to_string(fingerprints.hash.size()) + " " + std::to_string(measures.value[0]) + " " +
         std::to_string(both.hashes().size()) + " " + std::to_string(found.size());
}

}  // namespace whorl::test
