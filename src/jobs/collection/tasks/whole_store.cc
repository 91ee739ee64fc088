#include "jobs/collection/tasks/whole_store.h"

#include "base/folder.h"
#include "base/try.h"
#include "input/skip_log.h"

namespace whorl::internal::tasks {
namespace {

constexpr const char* kWholeFolder = "all";

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

// Returns the manifests of the parts.
Result<std::vector<store::Manifest>> WholeStore::add_parts(const Plan& plan,
                                                           const Progress& progress) {
  std::vector<store::Manifest> parts;
  firsts = {0};
  for (std::uint32_t task = 0; task < plan.tasks(); ++task) {
    const auto folder = part_folder(plan, task);
    WHORL_ASSIGN_OR_RETURN(auto part, store::load_finished(files.file_system(), folder));
    store::StoreFiles of_part(files.file_system(), folder, part.files);
    of_part.watch(&progress);
    for (const char* name : {store::kNamesFile, store::kSketchesFile, store::kShinglesFile}) {
      files.add_part(name, of_part);
    }
    const std::uint64_t end = firsts.back() + part.ingest.documents;
    if (end > store::kMaxDocuments) {
      return fail(ErrorCode::limit_exceeded,
                  plan.folder.string() + ": the inputs have more than 4,294,967,295 documents");
    }
    firsts.push_back(static_cast<store::DocId>(end));
    parts.push_back(std::move(part));
  }
  return parts;
}

Result<WholeStore> WholeStore::make(const Plan& plan, Progress& progress) {
  base::FileSystem& file_system = base::FileSystem::real();
  const auto folder = plan.folder / kWholeFolder;
  WHORL_RETURN_IF_ERROR(base::make_folder(folder));
  store::Manifest fresh;
  fresh.settings = plan.settings();
  WholeStore whole(store::StoreFiles(file_system, folder, fresh.files), std::move(fresh));
  WHORL_ASSIGN_OR_RETURN(const auto parts, whole.add_parts(plan, progress));
  WHORL_ASSIGN_OR_RETURN(auto table, whole.files.write(store::kDocumentsFile));
  input::SkipLog skipped;
  for (std::uint32_t task = 0; task < plan.tasks(); ++task) {
    const store::StoreFiles of_part(file_system, part_folder(plan, task), parts[task].files);
    store::IngestState& total = whole.manifest.ingest;
    WHORL_RETURN_IF_ERROR(append(of_part, parts[task].ingest, total, *table));
    store::add_part(parts[task].ingest, total);
    skipped.add_all(parts[task].skipped_inputs);
  }
  whole.manifest.skipped_inputs = skipped.list();
  WHORL_RETURN_IF_ERROR(table->sync());
  return whole;
}

Result<WholeStore> WholeStore::open(const Plan& plan, const Progress& progress) {
  base::FileSystem& file_system = base::FileSystem::real();
  const auto folder = plan.folder / kWholeFolder;
  WHORL_ASSIGN_OR_RETURN(auto manifest, store::load_finished(file_system, folder));
  store::StoreFiles files(file_system, folder, manifest.files);
  files.watch(&progress);
  WholeStore whole(std::move(files), std::move(manifest));
  WHORL_RETURN_IF_ERROR(whole.add_parts(plan, progress));
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
