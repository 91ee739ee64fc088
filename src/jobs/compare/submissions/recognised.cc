#include "jobs/compare/submissions/recognised.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "input/charset/charset.h"
#include "input/paths/names.h"

namespace whorl::internal::compare::submissions {
namespace {

namespace fs = std::filesystem;

// The name with the name of the argument in front, also if that is a folder.
std::string whole_name(const Argument& argument, std::string_view name) {
  if (!argument.folder) return std::string(name);
  return input::display_name(input::base_name(argument.shown)) + '/' + std::string(name);
}

std::vector<ListedName> listed_names(const Argument& argument) {
  std::vector<ListedName> names;
  for (const Document& document : argument.content.documents) {
    names.push_back({whole_name(argument, document.name), &document.bytes});
  }
  for (const Skipped& skipped : argument.content.skipped) {
    names.push_back({whole_name(argument, skipped.path), nullptr});
  }
  return names;
}

std::string folder_around(const std::string& path) {
  return path.substr(0, path.find_last_of('/') + 1);
}

// Whether a folder next to the argument, or inside it, is a git repository.
bool is_repository(const Argument& argument, std::string_view folder) {
  std::error_code ignored;
  return fs::exists(folder_around(argument.resolved) + std::string(folder) + "/.git", ignored);
}

std::string students(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " student" : " students");
}

std::string sentence_on(const Export& found, std::string_view of) {
  std::string out = "Names of a " + found.platform + " export" + std::string(of) + ": " +
                    students(found.students) + ".";
  if (found.earlier_attempts > 0) {
    out += " Of several attempts the latest is compared; earlier ones left out: " +
           std::to_string(found.earlier_attempts) + ".";
  }
  return out;
}

}  // namespace

RecognisedExports::RecognisedExports(const std::vector<Argument>& arguments, bool new_ones) {
  std::vector<ListedName> names;
  const Argument* first = nullptr;
  for (const Argument& argument : arguments) {
    if (argument.purpose == Purpose::base) continue;
    std::vector<ListedName> own = listed_names(argument);
    if (argument.purpose == Purpose::submissions) {
      std::ranges::move(own, std::back_inserter(names));
      if (first == nullptr) first = &argument;
      continue;
    }
    const auto repository = [&](std::string_view folder) {
      return is_repository(argument, folder);
    };
    if (auto found = recognise_export(own, repository)) {
      archived_.emplace(argument.resolved, *std::move(found));
    }
  }
  if (first == nullptr || !new_ones) return;
  current_ = recognise_export(
      names, [&](std::string_view folder) { return is_repository(*first, folder); });
}

const ExportedFile* RecognisedExports::find(const Argument& argument, std::string_view name) const {
  const Export* found = nullptr;
  if (argument.purpose == Purpose::submissions && current_) found = &*current_;
  if (argument.purpose == Purpose::archived) {
    const auto own = archived_.find(argument.resolved);
    if (own != archived_.end()) found = &own->second;
  }
  return found == nullptr ? nullptr : found->find(whole_name(argument, name));
}

std::vector<std::string> RecognisedExports::sentences() const {
  std::vector<std::string> out;
  if (current_) out.push_back(sentence_on(*current_, ""));
  for (const auto& [path, found] : archived_) out.push_back(sentence_on(found, " of a past year"));
  return out;
}

std::string place_of(const Argument& argument, std::string_view name) {
  const std::string root = argument.folder ? argument.resolved : folder_around(argument.resolved);
  return (root.ends_with('/') ? root : root + '/') + std::string(name);
}

std::optional<FoundMetadata> dolos_metadata(const Argument& argument) {
  const std::vector<Document>& documents = argument.content.documents;
  const Document* table = nullptr;
  const auto depth = [](const Document& document) {
    return std::ranges::count(document.name, '/');
  };
  for (const Document& document : documents) {
    if (input::base_name(document.name) != kDolosTable) continue;
    if (table == nullptr || depth(document) < depth(*table)) table = &document;
  }
  if (table == nullptr) return std::nullopt;
  std::string note;
  auto text = input::decode(table->bytes, note);
  if (!text) return std::nullopt;
  const std::string folder = folder_around(place_of(argument, table->name));
  auto metadata = Metadata::parse(std::move(text->text), folder, std::string(kDolosTable));
  if (!metadata) return std::nullopt;
  std::set<std::size_t> rows;
  std::size_t listed = 0;
  for (const Document& document : documents) {
    const std::string place = place_of(argument, document.name);
    const auto hit = metadata->find(place, document.name);
    if (!hit) continue;
    ++listed;
    rows.insert(hit->row);
  }
  if (rows.size() < 2 || 10 * listed < 9 * (documents.size() - 1)) return std::nullopt;
  return FoundMetadata{table->name, *std::move(metadata)};
}

}  // namespace whorl::internal::compare::submissions
