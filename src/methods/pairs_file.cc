#include "methods/pairs_file.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/go_on.h"
#include "base/try.h"
#include "base/unshown.h"

namespace whorl::internal::methods {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> cells_of(std::string line) {
  if (line.ends_with('\r')) line.pop_back();
  std::istringstream in(line);
  std::vector<std::string> out;
  for (std::string cell; std::getline(in, cell, '\t');) out.push_back(cell);
  return out;
}

// Numbers the documents that pairs name.
class Names {
 public:
  std::size_t number(const std::string& name) {
    const auto [at, fresh] = numbers_.try_emplace(name, names_.size());
    if (fresh) names_.push_back(name);
    return at->second;
  }
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> names_;
};

Result<std::vector<LabelledPair>> read_lines(const std::string& path, Names& names) {
  std::ifstream in(path);
  if (!in) return fail(ErrorCode::not_found, path + ": cannot be opened");
  std::vector<LabelledPair> pairs;
  std::string line;
  std::getline(in, line);
  for (std::size_t number = 2; std::getline(in, line); ++number) {
    if (line.empty()) continue;
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() < 2) {
      return fail(ErrorCode::corrupt, path + ":" + std::to_string(number) +
                                          ": each line needs two documents, separated by a tab, "
                                          "and a label after them if pairs are labelled");
    }
    const std::size_t a = names.number(cells[0]), b = names.number(cells[1]);
    pairs.push_back({a, b, cells.size() > 2 ? cells[2] : ""});
  }
  if (in.bad()) return fail(ErrorCode::unreadable, path + ": cannot be read to its end");
  if (!pairs.empty()) return pairs;
  return fail(ErrorCode::invalid_argument, path + ": there is no pair after the first line");
}

}  // namespace

Result<LabelledPairs> read_pairs(const std::string& path, Progress& progress) {
  Names names;
  LabelledPairs out;
  WHORL_ASSIGN_OR_RETURN(out.pairs, read_lines(path, names));
  const fs::path beside = fs::path(path).parent_path();
  const fs::path folder = fs::is_directory(beside / "files") ? beside / "files" : beside;
  progress.phase("documents", names.all().size());
  base::Unshown quiet(progress);
  for (const std::string& name : names.all()) {
    WHORL_RETURN_IF_ERROR(base::go_on(&progress));
    WHORL_ASSIGN_OR_RETURN(auto found, read_texts((folder / name).string(), quiet));
    out.texts.push_back({name, std::move(found.texts.front().bytes)});
    progress.advance(1);
  }
  return out;
}

}  // namespace whorl::internal::methods
