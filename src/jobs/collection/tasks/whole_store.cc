#include "jobs/collection/tasks/whole_store.h"

#include <nlohmann/json.hpp>

#include "base/folder.h"
#include "base/json.h"
#include "base/try.h"
#include "input/skip_log.h"
#include "jobs/collection/tasks/arrays.h"

namespace whorl::internal::tasks {
namespace {

using nlohmann::json;

constexpr const char* kWholeFolder = "all";

// JSON: the number of documents and the files of each part. With it a task need not read the
// manifests of all parts.
base::FileSystem::Path parts_file(const Plan& plan) { return plan.folder / "work" / "parts"; }

// Copies the document records of a part. Their offsets count the files of all parts as one, so the
// sizes in `before` are added.
Result<void> append(const store::StoreFiles& part, const store::IngestState& about,
                    const store::IngestState& before, base::WritableFile& out) {
  WHORL_ASSIGN_OR_RETURN(const auto documents, store::DocumentTable::open(part, about.documents));
  return documents.for_each([&](store::DocId, store::DocumentRecord record) {
    record = store::behind(before, record);
    return out.append(std::as_bytes(std::span(&record, 1)));
  });
}

}  // namespace

base::FileSystem::Path part_folder(const Plan& plan, std::uint32_t task) {
  return plan.folder / "sketch" / std::to_string(task);
}

// Adds the files of the next part.
Result<void> WholeStore::add_part(const Plan& plan, const store::FileTable& table,
                                  std::uint64_t documents, const Progress& progress) {
  const auto task = static_cast<std::uint32_t>(firsts.size() - 1);
  store::StoreFiles part(files.file_system(), part_folder(plan, task), table);
  part.watch(&progress);
  for (const char* name : {store::kNamesFile, store::kSketchesFile, store::kShinglesFile}) {
    files.add_part(name, part);
  }
  const std::uint64_t end = firsts.back() + documents;
  if (end > store::kMaxDocuments) {
    return fail(ErrorCode::limit_exceeded,
                plan.folder.string() + ": the inputs have more than 4,294,967,295 documents");
  }
  firsts.push_back(static_cast<store::DocId>(end));
  return {};
}

Result<WholeStore> WholeStore::make(const Plan& plan, Progress& progress) {
  base::FileSystem& file_system = base::FileSystem::real();
  const auto folder = plan.folder / kWholeFolder;
  WHORL_RETURN_IF_ERROR(base::make_folder(folder));
  store::Manifest fresh;
  fresh.settings = plan.settings();
  WholeStore whole(store::StoreFiles(file_system, folder, fresh.files), std::move(fresh));
  WHORL_ASSIGN_OR_RETURN(auto table, whole.files.write(store::kDocumentsFile));
  input::SkipLog skipped;
  json parts = json::array();
  for (std::uint32_t task = 0; task < plan.tasks(); ++task) {
    WHORL_ASSIGN_OR_RETURN(const auto part,
                           store::load_finished(file_system, part_folder(plan, task)));
    WHORL_RETURN_IF_ERROR(whole.add_part(plan, part.files, part.ingest.documents, progress));
    const store::StoreFiles of_part(file_system, part_folder(plan, task), part.files);
    store::IngestState& total = whole.manifest.ingest;
    WHORL_RETURN_IF_ERROR(append(of_part, part.ingest, total, *table));
    store::add_part(part.ingest, total);
    skipped.add_all(part.skipped_inputs);
    parts.push_back({{"documents", part.ingest.documents}, {"files", store::to_json(part.files)}});
  }
  whole.manifest.skipped_inputs = skipped.list();
  WHORL_RETURN_IF_ERROR(table->sync());
  const std::string text = base::json_text(parts);
  WHORL_RETURN_IF_ERROR(write_array(parts_file(plan), std::span<const char>(text)));
  return whole;
}

Result<WholeStore> WholeStore::open(const Plan& plan, const Progress& progress) {
  base::FileSystem& file_system = base::FileSystem::real();
  const auto folder = plan.folder / kWholeFolder;
  WHORL_ASSIGN_OR_RETURN(auto manifest, store::load_finished(file_system, folder));
  store::StoreFiles files(file_system, folder, manifest.files);
  files.watch(&progress);
  WholeStore whole(std::move(files), std::move(manifest));
  const auto path = parts_file(plan);
  WHORL_ASSIGN_OR_RETURN(const auto text, read_array<char>(path));
  try {
    for (const json& part : base::parse_json({text.data(), text.size()})) {
      WHORL_RETURN_IF_ERROR(whole.add_part(plan, store::files_from(part.at("files")),
                                           part.at("documents"), progress));
    }
  } catch (const json::exception&) {
    return damaged(path);
  }
  if (whole.firsts.size() != plan.parts.size() + 1 || whole.firsts.back() != whole.size()) {
    return damaged(path);
  }
  return whole;
}

Result<store::DocumentTable> WholeStore::documents() const {
  return store::DocumentTable::open(files, size());
}

Result<std::vector<store::SketchEntry>> WholeStore::entries() const {
  std::vector<store::SketchEntry> all;
  all.reserve(size());
  WHORL_ASSIGN_OR_RETURN(const auto table, documents());
  WHORL_RETURN_IF_ERROR(
      table.for_each([&](store::DocId, const store::DocumentRecord& record) -> Result<void> {
        all.push_back(record.set);
        return {};
      }));
  return all;
}

Result<store::HashListReader> WholeStore::sketches() const {
  WHORL_ASSIGN_OR_RETURN(auto file, files.read(store::kSketchesFile));
  return store::HashListReader(std::move(file));
}

Result<void> WholeStore::publish() {
  manifest.files = files.table();
  WHORL_RETURN_IF_ERROR(store::save(files.file_system(), files.folder(), manifest));
  return store::publish(files.file_system(), files.folder());
}

}  // namespace whorl::internal::tasks
