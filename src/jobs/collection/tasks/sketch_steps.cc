#include "jobs/collection/tasks/sketch_steps.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/try.h"
#include "fingerprints/sketch/sketch.h"
#include "input/skip_log.h"
#include "jobs/collection/cluster/linkage.h"
#include "jobs/collection/join/resolved_run.h"
#include "store/ingest.h"
#include "store/name_index.h"
#include "whorl/pair_rule.h"
#include "whorl/prefixes.h"

namespace whorl::internal::tasks {
namespace {

// The flags of a ListMember, in kFlagBits bits.
enum Flags : std::uint16_t { kAtOwnModulus = 1, kSuffices = 2 };
constexpr unsigned kFlagBits = 2;

std::uint16_t flags_of(const phases::ListMember& member) {
  return static_cast<std::uint16_t>((member.at_own_modulus ? kAtOwnModulus : 0) |
                                    (member.suffices ? kSuffices : 0));
}

phases::ListMember member_of(std::uint64_t word) {
  return {word >> kFlagBits, (word & kAtOwnModulus) != 0, (word & kSuffices) != 0};
}

// A shingle of the prefix of a document at moduli[level].
struct PrefixEntry {
  std::uint64_t shingle;
  std::uint32_t rank;
  std::uint16_t level;
  std::uint16_t flags;  // of the document in the list

  auto list() const { return std::pair(shingle, level); }
  bool suffices() const { return (flags & kSuffices) != 0; }
  auto key() const { return std::tuple(shingle, level, rank); }
};

Result<std::vector<phases::HotShingle>> find_hot(const WholeStore& whole,
                                                 const cluster::ExactDuplicates& duplicates) {
  WHORL_ASSIGN_OR_RETURN(const auto documents, whole.documents());
  WHORL_ASSIGN_OR_RETURN(const auto sketches, whole.sketches());
  std::vector<std::vector<std::uint64_t>> sample;
  WHORL_RETURN_IF_ERROR(
      documents.for_each([&](store::DocId doc, const store::DocumentRecord& about) -> Result<void> {
        if (!duplicates.is_representative(doc) || about.content.low % phases::kSampledOneOf != 0)
          return {};
        return sketches.read(about.set.offset, about.set.count, sample.emplace_back());
      }));
  const std::vector<phases::Shingles> spans(sample.begin(), sample.end());
  return phases::hot_shingles(spans, phases::kHotFrom);
}

// Copies HotShingle field by field: its padding bytes are undefined and would be written to disk.
std::vector<std::uint64_t> words_of(std::span<const phases::HotShingle> hot) {
  std::vector<std::uint64_t> words;
  for (const auto& [shingle, documents] : hot) words.insert(words.end(), {shingle, documents});
  return words;
}

std::vector<phases::HotShingle> hot_of(std::span<const std::uint64_t> words) {
  std::vector<phases::HotShingle> hot;
  for (std::size_t i = 0; i + 1 < words.size(); i += 2) {
    hot.push_back({words[i], static_cast<std::uint32_t>(words[i + 1])});
  }
  return hot;
}

// The moduli of sketches: two documents are compared at one of them.
std::vector<std::uint64_t> used_moduli(std::span<const store::SketchEntry> entries) {
  std::vector<std::uint64_t> moduli;
  for (const store::SketchEntry& entry : entries) {
    if (std::ranges::find(moduli, entry.modulus) == moduli.end()) moduli.push_back(entry.modulus);
  }
  std::ranges::sort(moduli);
  return moduli;
}

// The sorted prefixes of documents, one section for each range of shingles.
class PrefixSections {
 public:
  explicit PrefixSections(std::uint32_t ranges) : sections_(ranges) {}

  void add(std::uint32_t rank, const phases::Prefix& prefix) {
    const auto ranges = static_cast<std::uint32_t>(sections_.size());
    for (std::size_t at = 0; at < prefix.shingles.size(); ++at) {
      const std::uint64_t shingle = prefix.shingles[at];
      const phases::ListMember member{rank, prefix.at_own_modulus, at < prefix.sufficing};
      sections_[phases::range_of_shingle(shingle, ranges)].push_back(
          {shingle, rank, static_cast<std::uint16_t>(prefix.level), flags_of(member)});
    }
  }

  // `hot_shares`: as read_hot_shares() returns those of the task.
  Result<void> write(const base::FileSystem::Path& path, std::span<const std::uint8_t> hot_shares) {
    SectionWriter file;
    for (std::vector<PrefixEntry>& section : sections_) {
      std::ranges::sort(section, {}, &PrefixEntry::key);
      file.add(std::span<const PrefixEntry>(section));
    }
    file.add(hot_shares);
    return file.write(path);
  }

 private:
  std::vector<std::vector<PrefixEntry>> sections_;
};

}  // namespace

Result<void> sketch(const Job& job, std::uint32_t task) {
  base::FileSystem& file_system = base::FileSystem::real();
  const auto folder = part_folder(job.plan, task);
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);  // of a task that died
  WHORL_RETURN_IF_ERROR(base::make_folder(folder));
  store::Manifest manifest;
  manifest.settings = job.plan.settings();
  WHORL_ASSIGN_OR_RETURN(const auto run, join::ResolvedRun::of(manifest.settings));
  WHORL_ASSIGN_OR_RETURN(const auto reading,
                         store::Reading::open(job.plan.input_of(task), run.shingling,
                                              run.survivor_field, job.memory(), &job.progress));
  WHORL_RETURN_IF_ERROR(check_inputs(job.plan, task, *reading.documents));
  store::StoreFiles files(file_system, folder, manifest.files);
  store::IngestTarget target{.files = files,
                             .checkpoint = [](const store::IngestState&) { return Result<void>{}; },
                             .threads = job.threads,
                             .memory = job.memory()};
  WHORL_ASSIGN_OR_RETURN(manifest.ingest, store::ingest(target, reading, {}, job.progress));
  manifest.skipped_inputs = reading.documents->skipped();
  manifest.files = files.table();
  WHORL_RETURN_IF_ERROR(store::save(file_system, folder, manifest));
  return store::publish(file_system, folder);
}

Result<void> rank(const Job& job) {
  WHORL_ASSIGN_OR_RETURN(auto whole, WholeStore::make(job.plan, job.progress));
  WHORL_RETURN_IF_ERROR(input::check_any_read(whole.size(), store::all_skipped(whole.manifest)));
  WHORL_ASSIGN_OR_RETURN(const auto documents, whole.documents());
  WHORL_ASSIGN_OR_RETURN(const auto sketches, whole.sketches());
  WHORL_ASSIGN_OR_RETURN(const auto duplicates, cluster::find_exact_duplicates(
                                                    base::FileSystem::real(), documents, sketches,
                                                    {}, job.budget("duplicates"), job.progress));
  WHORL_ASSIGN_OR_RETURN(
      whole.manifest.repeated_ids,
      store::repeated_ids(base::FileSystem::real(), documents, job.budget("ids")));
  WHORL_RETURN_IF_ERROR(store::write_name_index(whole.files, documents, job.budget("lookup")));
  WHORL_ASSIGN_OR_RETURN(const auto prefer,
                         cluster::preferences(documents, job.plan.asked.cluster.thresholds));
  WHORL_ASSIGN_OR_RETURN(const auto hot, find_hot(whole, duplicates));
  WHORL_ASSIGN_OR_RETURN(const auto entries, whole.entries());
  SectionWriter file;
  file.add(std::span<const store::DocId>(duplicates.representative));
  file.add(std::span<const std::int64_t>(prefer));
  file.add(std::span<const std::uint64_t>(words_of(hot)));
  file.add(std::span<const std::uint64_t>(used_moduli(entries)));
  const cluster::PreferenceOrder order(duplicates, prefer);
  std::vector<std::uint64_t> sizes;
  for (const store::DocId doc : order.documents()) sizes.push_back(entries[doc].full_size);
  file.add(std::span<const std::uint64_t>(sizes));
  WHORL_RETURN_IF_ERROR(file.write(job.file(kRankFile, 0)));

  WHORL_RETURN_IF_ERROR(write(job, 0, phases::RoundState::first(order.size())));
  return whole.publish();
}

Result<void> take_prefixes(const Job& job, std::uint32_t task) {
  const auto path = job.file(kRankFile, 0);
  WHORL_ASSIGN_OR_RETURN(const auto ranking, read_ranking(job));
  WHORL_ASSIGN_OR_RETURN(const auto hot, read_section_of<std::uint64_t>(path, kHotShingles));
  WHORL_ASSIGN_OR_RETURN(auto moduli, read_section_of<std::uint64_t>(path, kUsedModuli));
  WHORL_ASSIGN_OR_RETURN(const auto rule, pair_rule(job.plan));
  WHORL_ASSIGN_OR_RETURN(const auto whole, WholeStore::open(job.plan, job.progress));
  WHORL_ASSIGN_OR_RETURN(auto entries, whole.entries());
  WHORL_ASSIGN_OR_RETURN(const auto sketches, whole.sketches());
  entries.resize(whole.firsts[task + 1]);
  const std::size_t levels = moduli.size();
  phases::PrefixTaker taker(rule, phases::ShingleOrder(hot_of(hot)), std::move(moduli));
  PrefixSections sections(job.plan.tasks());
  const store::DocId first = whole.firsts[task];
  std::vector<std::uint8_t> hot_shares((entries.size() - first) * levels);
  job.progress.phase("documents", entries.size() - first);
  WHORL_RETURN_IF_ERROR(store::for_each_sketch(
      sketches, entries,
      [&](store::DocId doc) { return ranking->duplicates.is_representative(doc); },
      [&](store::DocId doc, const sketch::SketchView& sketch) -> Result<void> {
        taker.for_each(sketch.hashes, sketch.modulus, [&](const phases::Prefix& prefix) {
          sections.add(ranking->order->ranks()[doc], prefix);
          hot_shares[(doc - first) * levels + prefix.level] = prefix.size.hot_share;
        });
        job.progress.advance(1);
        return {};
      },
      first));
  return sections.write(job.file("prefixes", task), hot_shares);
}

Result<std::vector<std::uint8_t>> read_hot_shares(const Job& job) {
  std::vector<std::uint8_t> all;
  for (std::uint32_t task = 0; task < job.plan.tasks(); ++task) {
    WHORL_ASSIGN_OR_RETURN(const auto some, read_section_of<std::uint8_t>(
                                                job.file("prefixes", task), job.plan.tasks()));
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

Result<void> make_lists(const Job& job, std::uint32_t range) {
  std::vector<PrefixEntry> all;
  for (std::uint32_t task = 0; task < job.plan.tasks(); ++task) {
    WHORL_ASSIGN_OR_RETURN(const auto some,
                           read_section_of<PrefixEntry>(job.file("prefixes", task), range));
    all.insert(all.end(), some.begin(), some.end());
  }
  std::ranges::sort(all, {}, &PrefixEntry::key);
  std::vector<std::uint32_t> sizes;
  std::vector<std::uint64_t> members;
  phases::for_each_list<PrefixEntry>(all, [&](std::span<const PrefixEntry> list) {
    sizes.push_back(static_cast<std::uint32_t>(list.size()));
    for (const PrefixEntry& member : list) {
      members.push_back(std::uint64_t{member.rank} << kFlagBits | member.flags);
    }
  });
  SectionWriter file;
  file.add(std::span<const std::uint32_t>(sizes));
  file.add(std::span<const std::uint64_t>(members));
  return file.write(job.file("lists", range));
}

Result<Lists> Lists::read(const Job& job, std::uint32_t range) {
  const auto path = job.file("lists", range);
  Lists lists;
  WHORL_ASSIGN_OR_RETURN(lists.sizes_, read_section_of<std::uint32_t>(path, 0));
  WHORL_ASSIGN_OR_RETURN(const auto words, read_section_of<std::uint64_t>(path, 1));
  for (const std::uint64_t word : words) lists.members_.push_back(member_of(word));
  return lists;
}

}  // namespace whorl::internal::tasks
