// The labelled sets on disk: where they are, and their tables of pairs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whorl::quality {

// One row of a set's pairs.tsv: two documents, the label, and further columns of the set.
using Row = std::vector<std::string>;

// A folder of sets, each unpacked or as NAME.tar.xz. Archives are unpacked with tar into a
// temporary folder that is removed with this object.
class LabelledData {
 public:
  LabelledData() = default;
  LabelledData(const LabelledData&) = delete;
  LabelledData& operator=(const LabelledData&) = delete;
  ~LabelledData();

  // $WHORL_DATA, else ../shared/data next to the project; nothing if it does not exist.
  static std::optional<std::filesystem::path> find();

  // The folder of `set`, which contains pairs.tsv and files/; nothing if it does not exist. Throws
  // if its archive cannot be unpacked.
  std::optional<std::filesystem::path> folder(const std::string& set);

 private:
  std::filesystem::path scratch_;
};

// The message of a test that is skipped because `set` is missing.
std::string absence(std::string_view set);

// The rows after the header line; empty if the file cannot be read.
std::vector<Row> read_table(const std::filesystem::path& file);

}  // namespace whorl::quality
