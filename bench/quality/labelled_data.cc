#include "quality/labelled_data.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace whorl::quality {
namespace fs = std::filesystem;

LabelledData::~LabelledData() {
  std::error_code ignored;
  if (!scratch_.empty()) fs::remove_all(scratch_, ignored);
}

std::optional<fs::path> LabelledData::find() {
  const char* given = std::getenv("WHORL_DATA");
  const fs::path folder =
      given != nullptr ? fs::path(given) : fs::path(WHORL_SOURCE_DIR).parent_path() / "shared/data";
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return std::nullopt;
  return folder;
}

std::optional<fs::path> LabelledData::folder(const std::string& set) {
  const std::optional<fs::path> data = find();
  if (!data) return std::nullopt;
  if (fs::exists(*data / set / "pairs.tsv")) return *data / set;
  const fs::path archive = *data / (set + ".tar.xz");
  if (!fs::exists(archive)) return std::nullopt;
  if (scratch_.empty()) {
    scratch_ = fs::temp_directory_path() / ("whorl-quality-" + std::to_string(getpid()));
    fs::create_directories(scratch_);
  }
  if (!fs::exists(scratch_ / set)) {
    const std::string command =
        "tar -xJf '" + archive.string() + "' -C '" + scratch_.string() + "'";
    if (std::system(command.c_str()) != 0) {
      throw std::runtime_error(archive.string() + " cannot be unpacked with tar and xz");
    }
  }
  return scratch_ / set;
}

std::string absence(std::string_view set) {
  return "the labelled set " + std::string(set) +
         " is not there: it is looked for in ../shared/data and $WHORL_DATA";
}

std::vector<Row> read_table(const fs::path& file) {
  std::vector<Row> rows;
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    Row row;
    for (std::string cell; std::getline(cells, cell, '\t');) row.push_back(cell);
    if (row.size() >= 3) rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace whorl::quality
