// Broder 1997, the table of its run: what each phase of clustering a collection costs, what the
// clusters are, and what each method stores.
#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/guard.h"
#include "base/try.h"
#include "lab/experiments.h"
#include "lab/inputs.h"
#include "lab/made_collection.h"
#include "lab/phase_meter.h"
#include "lab/temporary_folder.h"
#include "measuring/resolved.h"
#include "whorl/cluster.h"
#include "whorl/store.h"

namespace whorl::internal::lab {
namespace {

// A phase of the paper, its processor time there in days, and whorl's phases that are its work.
struct PaperPhase {
  std::string_view name;
  double days;
  std::vector<std::string_view> phases;
};

// With pairs as in 1997: all pairs of each shingle are formed, sorted and summed, and the sums of
// sketches are the answer.
const PaperPhase kPaperPhases[] = {
    {"sketching", 4.6, {"reading documents"}},
    {"duplicate elimination", .3, {"finding duplicates"}},
    {"shingle merging", 1.7, {"sorting shingles", "writing the index", "counting shingles"}},
    {"pair formation", .7, {"finding pairs"}},
    {"pair merging", 2.6, {"counting pairs"}},
    {"cluster formation", .5, {"clustering", "measuring clusters"}}};
constexpr double kPaperDays = 10.4;

// Two ways to run it.
struct Way {
  std::string_view name;
  std::string_view pairs;
  bool verify;
};
constexpr Way kWays[] = {{"as in 1997", "classic", false}, {"whorl's defaults", "exact", true}};

struct Ran {
  ClusterSummary summary;
  std::vector<PhaseCost> costs;
};

Result<Ran> run(const LabOptions& options, const Way& way, const std::string& store,
                Progress& progress) {
  ClusterOptions job;
  std::unique_ptr<MadeCollection> made;
  if (options.documents > 0) {
    made = std::make_unique<MadeCollection>(options.documents, options.seed);
    job.input.records = made.get();
  } else {
    job.input.inputs = options.paths;
  }
  job.join.pairs = way.pairs;
  job.join.verify = way.verify;
  job.store = store;
  PhaseMeter meter(progress);
  Ran out;
  WHORL_ASSIGN_OR_RETURN(out.summary, cluster(job, meter));
  out.costs = meter.finish();
  return out;
}

PhaseCost cost_of(const PaperPhase& paper, const std::vector<PhaseCost>& costs) {
  PhaseCost sum{std::string(paper.name)};
  for (const PhaseCost& cost : costs) {
    if (std::ranges::count(paper.phases, cost.name) == 0) continue;
    sum.seconds += cost.seconds;
    sum.cpu_seconds += cost.cpu_seconds;
    sum.peak = std::max(sum.peak, cost.peak);
  }
  return sum;
}

LabTable phase_table(const Way& way, const std::vector<PhaseCost>& costs) {
  LabTable table{"phases, " + std::string(way.name),
                 {"phase", "wall seconds", "CPU seconds", "share of CPU", "peak bytes",
                  "paper CPU days", "paper share"},
                 {}};
  double all = 0;
  for (const PhaseCost& cost : costs) all += cost.cpu_seconds;
  for (const PaperPhase& paper : kPaperPhases) {
    const PhaseCost cost = cost_of(paper, costs);
    table.rows.push_back({cost.name, cost.seconds, cost.cpu_seconds,
                          all == 0 ? LabCell() : LabCell(cost.cpu_seconds / all),
                          cost.peak ? LabCell(*cost.peak) : LabCell(), paper.days,
                          paper.days / kPaperDays});
  }
  return table;
}

bool is_identical_only(const StoredCluster& cluster) {
  return std::ranges::all_of(cluster.members, [](const ComparedDocument& member) {
    return member.kind == SimilarityKind::identical;
  });
}

// Clusters by what their members are to each other. The paper's collection had 30 million
// documents.
Result<LabTable> cluster_table(const std::string& store, std::uint64_t documents) {
  std::uint64_t identical = 0, in_identical = 0, mixed = 0, in_mixed = 0;
  WHORL_ASSIGN_OR_RETURN(const auto reader, StoreReader::open(store));
  WHORL_RETURN_IF_ERROR(reader.for_each_cluster([&](const StoredCluster& one) -> Result<bool> {
    const bool same = is_identical_only(one);
    ++(same ? identical : mixed);
    (same ? in_identical : in_mixed) += one.members.size();
    return true;
  }));
  const auto row = [&](std::string name, std::uint64_t clusters, std::uint64_t members,
                       double paper_clusters, double paper_members) {
    const auto share = [&](std::uint64_t part) {
      return documents == 0 ? LabCell()
                            : LabCell(static_cast<double>(part) / static_cast<double>(documents));
    };
    return std::vector<LabCell>{std::move(name),   clusters,       members,
                                share(clusters),   share(members), paper_clusters / 30,
                                paper_members / 30};
  };
  return LabTable{"clusters",
                  {"clusters of", "clusters", "documents", "clusters a document",
                   "share of documents", "paper clusters a document", "paper share of documents"},
                  {row("identical documents alone", identical, in_identical, 2.1, 5.3),
                   row("identical and similar ones", mixed, in_mixed, 1.5, 7.0)}};
}

// The files that a run leaves, by size.
LabTable file_table(const std::string& store, std::uint64_t bytes) {
  LabTable table{"files of the store", {"file", "bytes", "share of the text"}, {}};
  std::error_code ignored;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(store, ignored)) {
    if (!entry.is_regular_file()) continue;
    const std::uint64_t size = entry.file_size();
    table.rows.push_back({std::filesystem::relative(entry.path(), store).string(), size,
                          static_cast<double>(size) / static_cast<double>(bytes)});
  }
  std::ranges::sort(table.rows, std::ranges::greater(), [](const auto& row) {
    return std::pair(std::get<std::uint64_t>(row[1]), std::get<std::string>(row[0]));
  });
  return table;
}

// Some of the texts, for what each method keeps of them.
Result<std::vector<std::string>> sample(const LabOptions& options, Progress& progress) {
  std::vector<std::string> out;
  if (options.documents > 0) {
    const MadeCollection made(options.documents, options.seed);
    const std::uint64_t count = std::min<std::uint64_t>(options.documents, options.trials);
    for (std::uint64_t i = 0; i < count; ++i) out.push_back(made.text(i));
    return out;
  }
  WHORL_ASSIGN_OR_RETURN(auto texts, texts_of(options, progress));
  const std::size_t step = std::max<std::size_t>(texts.texts.size() / options.trials, 1);
  for (std::size_t i = 0; i < texts.texts.size() && out.size() < options.trials; i += step) {
    out.push_back(std::move(texts.texts[i].bytes));
  }
  return out;
}

Result<LabTable> stored_table(const LabOptions& options, Progress& progress) {
  WHORL_ASSIGN_OR_RETURN(const auto texts, sample(options, progress));
  std::uint64_t all = 0;
  for (const std::string& text : texts) all += text.size();
  LabTable table{"kept by each method", {"method", "texts", "bytes kept", "share of the text"}, {}};
  for (const MeasuringMethod& row : measuring_methods()) {
    const auto method = measuring::ResolvedMethod::parse(row.name, options.front_end);
    if (!method) continue;
    std::uint64_t bytes = 0;
    for (const std::string& text : texts) {
      WHORL_ASSIGN_OR_RETURN(const auto kept, method->keep(text));
      bytes += kept.bytes;
    }
    table.rows.push_back(
        {method->print(), std::uint64_t{texts.size()}, bytes,
         static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(all, 1))});
  }
  return table;
}

Result<void> check(const LabOptions& options) {
  WHORL_RETURN_IF_ERROR(check_positive("trials", options.trials));
  if ((options.documents > 0) != options.paths.empty() || options.random > 0) {
    return fail(ErrorCode::invalid_argument,
                "name files or folders, or ask for made ones with --documents, one of both");
  }
  return {};
}

}  // namespace

Result<LabReport> collection(const LabOptions& options, Progress& progress) try {
  WHORL_RETURN_IF_ERROR(check(options));
  WHORL_ASSIGN_OR_RETURN(const auto folder, TemporaryFolder::make());
  LabReport report;
  report.experiment = "collection";
  for (std::size_t i = 0; i < std::size(kWays); ++i) {
    const std::string store = folder.file(std::to_string(i));
    WHORL_ASSIGN_OR_RETURN(auto ran, run(options, kWays[i], store, progress));
    const ClusterSummary& summary = ran.summary;
    report.tables.push_back(phase_table(kWays[i], ran.costs));
    if (i > 0) continue;
    report.settings = {{"documents", std::to_string(summary.documents)},
                       {"bytes", std::to_string(summary.bytes)},
                       {"shingles kept", std::to_string(summary.postings)}};
    report.skipped = summary.skipped;
    WHORL_ASSIGN_OR_RETURN(auto clusters, cluster_table(store, summary.documents));
    report.tables.push_back(std::move(clusters));
    report.tables.push_back(file_table(store, std::max<std::uint64_t>(summary.bytes, 1)));
    std::error_code ignored;
    std::filesystem::remove_all(store, ignored);
  }
  WHORL_ASSIGN_OR_RETURN(auto kept, stored_table(options, progress));
  report.tables.push_back(std::move(kept));
  report.notes = {
      "As in 1997 all pairs of each shingle are formed, sorted and summed, shingles of more than "
      "1,000 documents are left out, and sketches decide. whorl's defaults find candidates by a "
      "prefix filter, and count them on all shingles in \"pair merging\".",
      "The paper's run was of 30 million documents, 150 GB, on processors of 1996: shares of "
      "processor time compare, times do not.",
      "What methods keep is of so many texts as there are trials."};
  return report;
} catch (...) {
  return base::caught();
}

}  // namespace whorl::internal::lab
