// The stores of all sketch tasks, read as one store: the documents of task 0, then task 1, and so
// on.
#pragma once

#include <vector>

#include "jobs/collection/tasks/plan.h"
#include "store/document_table.h"
#include "store/manifest.h"
#include "store/set_reader.h"
#include "store/sketch_file.h"

namespace whorl::internal::tasks {

// The store of a sketch task.
base::FileSystem::Path part_folder(const Plan& plan, std::uint32_t task);

class WholeStore {
 public:
  // Writes the table of all documents. Names, sketches and shingles stay in the tasks' stores.
  static Result<WholeStore> make(const Plan& plan, Progress& progress);
  static Result<WholeStore> open(const Plan& plan, const Progress& progress);

  store::StoreFiles files;  // names, sketches and shingles are read from the parts
  store::Manifest manifest;
  std::vector<store::DocId> firsts = {0};  // document of each part, and the end

  std::uint64_t size() const { return manifest.ingest.documents; }
  Result<store::DocumentTable> documents() const;
  Result<std::vector<store::SketchEntry>> entries() const;
  Result<store::HashListReader> sketches() const;
  // Marks the store as finished, so that StoreView can open it.
  Result<void> publish();

 private:
  WholeStore(store::StoreFiles files_, store::Manifest manifest_)
      : files(std::move(files_)), manifest(std::move(manifest_)) {}
  Result<void> add_part(const Plan& plan, const store::FileTable& table, std::uint64_t documents,
                        const Progress& progress);
};

}  // namespace whorl::internal::tasks
