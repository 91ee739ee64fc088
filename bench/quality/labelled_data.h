// The labelled sets on disk: where they are, and their tables of pairs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whorl::quality {

// One row of a set's pairs.tsv: two documents, the label, and what else the set says.
using Row = std::vector<std::string>;

// A folder of sets, each unpacked or as NAME.tar.xz. Archives are unpacked with tar into a
// folder of its own that goes when this does.
class LabelledData {
 public:
  LabelledData() = default;
  LabelledData(const LabelledData&) = delete;
  LabelledData& operator=(const LabelledData&) = delete;
  ~LabelledData();

  // $WHORL_DATA, else ../shared/data beside the project; nothing when it is not there.
  static std::optional<std::filesystem::path> find();

  // The folder of `set`, which holds pairs.tsv and files/; nothing when it is not there. Throws
  // where its archive cannot be unpacked.
  std::optional<std::filesystem::path> folder(const std::string& set);

 private:
  std::filesystem::path scratch_;
};

// What a test that is skipped says where `set` is not there.
std::string absence(std::string_view set);

// The rows after the header line; empty when the file cannot be read.
std::vector<Row> read_table(const std::filesystem::path& file);

}  // namespace whorl::quality
