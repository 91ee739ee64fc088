#include "jobs/collection/tasks/output_steps.h"

#include <algorithm>
#include <array>

#include "base/ownership/written_record.h"
#include "base/try.h"
#include "jobs/collection/cluster/cluster_table.h"
#include "jobs/collection/cluster/dedup_output.h"
#include "jobs/collection/cluster/linkage.h"
#include "jobs/collection/cluster/store_view.h"
#include "jobs/collection/cluster/union_find.h"
#include "jobs/collection/tasks/round_steps.h"
#include "store/ingest.h"

namespace whorl::internal::tasks {
namespace {

constexpr std::size_t kCopyBlock = 1 << 20;

// Numbers of documents of a part: all, kept, identical, lexical, same sketch, similar.
using Counts = std::array<std::uint64_t, 6>;

// Components of what is connected by the pairs of all ranges.
Result<std::vector<store::DocId>> link_pairs(const Job& job, const Ranking& ranking) {
  const std::size_t documents = ranking.prefer.size();
  cluster::UnionFind components(documents);
  for (store::DocId doc = 0; doc < documents; ++doc) {
    components.unite(doc, ranking.duplicates.representative[doc]);
  }
  const auto document = [&](phases::Rank rank) {
    return ranking.order->at(static_cast<std::uint32_t>(rank));
  };
  for (std::uint32_t range = 0; range < job.plan.tasks(); ++range) {
    WHORL_ASSIGN_OR_RETURN(const auto searches, read_searches(job, 0, range));
    for (const phases::Search& search : searches) {
      for (const phases::Rank similar : search.similar) {
        components.unite(document(search.own), document(similar));
      }
    }
  }
  const auto firsts = cluster::first_documents(components, documents);
  return cluster::link_components(firsts, ranking.prefer).survivor;
}

Result<std::vector<store::DocId>> survivors(const Job& job, unsigned rounds,
                                            const Ranking& ranking) {
  if (job.plan.asked.cluster.thresholds.linkage == Linkage::single) {
    return link_pairs(job, ranking);
  }
  WHORL_ASSIGN_OR_RETURN(const auto state, read_state(job, rounds));
  const std::vector<std::uint32_t> of_ranks(state.survivors.begin(), state.survivors.end());
  return ranking.order->survivors_of_all(of_ranks);
}

// Where a task writes its documents: the form of the output follows from the name.
std::string part_file(const Job& job, std::string_view name, std::uint32_t task) {
  const bool ids = job.plan.asked.output.ends_with(".txt");
  return job.file(std::string(name), task).string() + (ids && name == "kept" ? ".txt" : ".jsonl");
}

Result<void> append_file(const std::string& path, base::CompressedFile& out) {
  WHORL_ASSIGN_OR_RETURN(const auto file, base::FileSystem::real().read(path));
  std::string block;
  for (std::uint64_t at = 0; at < file->size(); at += block.size()) {
    block.resize(std::min<std::uint64_t>(kCopyBlock, file->size() - at));
    WHORL_RETURN_IF_ERROR(file->read(at, std::as_writable_bytes(std::span(block))));
    WHORL_RETURN_IF_ERROR(out.append(block));
  }
  return {};
}

Result<base::CompressedFile> join_parts(const Job& job, std::string_view name,
                                        const std::string& output) {
  WHORL_ASSIGN_OR_RETURN(auto out, base::CompressedFile::open(base::FileSystem::real(), output));
  for (std::uint32_t task = 0; task < job.plan.tasks(); ++task) {
    WHORL_RETURN_IF_ERROR(append_file(part_file(job, name, task), out));
  }
  return out;
}

}  // namespace

Result<void> form_clusters(const Job& job, unsigned rounds) {
  WHORL_ASSIGN_OR_RETURN(const auto ranking, read_ranking(job));
  WHORL_ASSIGN_OR_RETURN(const auto assigned, survivors(job, rounds, *ranking));
  WHORL_ASSIGN_OR_RETURN(auto whole, WholeStore::open(job.plan, job.progress));
  WHORL_RETURN_IF_ERROR(cluster::write_table(whole.files, cluster::group(assigned)));
  whole.manifest.thresholds = job.plan.asked.cluster.thresholds;
  return whole.publish();
}

Result<void> write_part(const Job& job, std::uint32_t task) {
  WHORL_ASSIGN_OR_RETURN(auto whole, WholeStore::open(job.plan, job.progress));
  const cluster::DocumentRange range{whole.firsts[task], whole.firsts[task + 1]};
  WHORL_ASSIGN_OR_RETURN(const auto view,
                         cluster::StoreView::of(std::move(whole.files), std::move(whole.manifest)));
  DedupOptions asked = job.plan.asked;
  asked.output = part_file(job, "kept", task);
  asked.removed = part_file(job, "removed", task);
  WHORL_ASSIGN_OR_RETURN(
      const auto collection,
      store::open_collection(job.plan.input_of(task), "", true, job.memory(), &job.progress));
  WHORL_RETURN_IF_ERROR(check_inputs(job.plan, task, *collection));
  WHORL_ASSIGN_OR_RETURN(
      auto output, cluster::DedupOutput::open(base::FileSystem::real(), asked, {asked.output, {}},
                                              view, job.progress));
  job.progress.phase("writing", range.end - range.first);
  DedupSummary summary;
  WHORL_RETURN_IF_ERROR(cluster::write_documents({*collection, view, asked.cluster.store}, range,
                                                 output, job.progress, summary));
  WHORL_RETURN_IF_ERROR(output.finish({}));
  const Counts counts = {summary.documents, summary.kept,        summary.identical,
                         summary.lexical,   summary.same_sketch, summary.similar};
  return write_array(job.file("counts", task), std::span<const std::uint64_t>(counts));
}

Result<void> finish(const Job& job) {
  const DedupOptions& asked = job.plan.asked;
  WHORL_ASSIGN_OR_RETURN(const auto whole, WholeStore::open(job.plan, job.progress));
  WHORL_ASSIGN_OR_RETURN(auto removed, join_parts(job, "removed", asked.removed));
  for (const Skipped& item : store::all_skipped(whole.manifest)) {
    if (const auto line = cluster::unreadable_line(item)) {
      WHORL_RETURN_IF_ERROR(removed.append(*line));
    }
  }
  WHORL_RETURN_IF_ERROR(base::ownership::finish_output(removed, asked.removed));
  WHORL_ASSIGN_OR_RETURN(auto kept, join_parts(job, "kept", asked.output));
  return base::ownership::finish_output(kept, asked.output);
}

Result<DedupSummary> read_summary(const Job& job) {
  DedupSummary summary;
  for (std::uint32_t task = 0; task < job.plan.tasks(); ++task) {
    const auto path = job.file("counts", task);
    WHORL_ASSIGN_OR_RETURN(const auto counts, read_array<std::uint64_t>(path));
    if (counts.size() != std::tuple_size_v<Counts>) return damaged(path);
    summary.documents += counts[0];
    summary.kept += counts[1];
    summary.identical += counts[2];
    summary.lexical += counts[3];
    summary.same_sketch += counts[4];
    summary.similar += counts[5];
  }
  WHORL_ASSIGN_OR_RETURN(const auto whole, WholeStore::open(job.plan, job.progress));
  summary.found.skipped = store::all_skipped(whole.manifest);
  WHORL_ASSIGN_OR_RETURN(summary.found.candidates, candidates_counted(job));
  summary.removed = job.plan.asked.removed;
  return summary;
}

}  // namespace whorl::internal::tasks
