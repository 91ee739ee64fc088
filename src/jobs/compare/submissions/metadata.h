// Metadata: authors of files, from Dolos' info.csv.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"

namespace whorl::internal::compare::submissions {

struct MetadataRow {
  std::string filename;  // of a file, a folder or an archive, relative to the info.csv or a PATH
  std::string label;
  std::string created_at;
  std::string full_name;
};

class Metadata {
 public:
  // Reads a CSV file whose first row names its columns: `filename`, and any of `label`,
  // `created_at`, `full_name`, in any order; others (`id`, `status`) are ignored.
  static Result<Metadata> read(const std::string& path);

  // The same from text. File names are relative to `folder`; error messages begin with `called`.
  static Result<Metadata> parse(std::string text, const std::string& folder,
                                const std::string& called);

  // The row that lists a file or a folder that contains it, the longest first, and how much of
  // `name` it lists. `place` is the file's path on disk; `name` is its name relative to its PATH
  // and a suffix of `place`.
  struct Hit {
    std::size_t row = 0;
    std::size_t name_size = 0;
  };
  std::optional<Hit> find(std::string_view place, std::string_view name) const;

  const std::vector<MetadataRow>& rows() const { return rows_; }

 private:
  std::vector<MetadataRow> rows_;
  std::map<std::string, std::size_t, std::less<>> by_place_;  // resolved from the info.csv
  std::map<std::string, std::size_t, std::less<>> by_name_;
};

}  // namespace whorl::internal::compare::submissions
