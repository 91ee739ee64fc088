// Names of documents: valid UTF-8, '/' between parts, never "." or "..".
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "whorl/document.h"

namespace whorl::internal::input {

// The name as valid UTF-8: each invalid byte and each NUL is written as \xHH.
std::string display_name(std::string_view raw);

// The message for a path that could not be opened. If a parent does not exist, it says so: "No such
// file or directory: /home/ann has no hand-ins". For a name on another machine, it says how to
// fetch it.
std::string why_unreadable(const std::string& path, std::error_code error);

// The name of an archive member without parts that would leave the archive: "/etc/x", "../x" and
// "a//./x" become "etc/x", "x" and "a/x". Empty if nothing remains.
std::string member_name(std::string_view raw);

// The part after the last '/'.
std::string_view base_name(std::string_view name);

// The suffix of the base name from its last dot on, in lower case (".gz"). Empty if there is none,
// or if the only dot begins the name.
std::string extension(std::string_view name);

// Appends " (2)", " (3)" … to the second, third … of equal names. Avoids names for which
// taken(name) is true. `items` have a name each and are sorted by it, before and after the call.
template <class Named, class Taken>
void make_names_unique(std::vector<Named>& items, Taken taken) {
  const auto equal = [](const Named& a, const Named& b) { return a.name == b.name; };
  if (std::adjacent_find(items.begin(), items.end(), equal) == items.end()) return;
  std::set<std::string, std::less<>> names;
  for (const Named& item : items) names.insert(item.name);
  for (std::size_t i = 1, first = 0; i < items.size(); ++i) {
    if (items[i].name != items[first].name) {
      first = i;
      continue;
    }
    std::size_t number = i - first + 1;
    std::string name;
    do {
      name = items[first].name + " (" + std::to_string(number++) + ")";
    } while (taken(name) || !names.insert(name).second);
    items[i].name = std::move(name);
  }
  std::stable_sort(items.begin(), items.end(),
                   [](const Named& a, const Named& b) { return a.name < b.name; });
}

// The same if `documents` contains all existing names.
void make_names_unique(std::vector<Document>& documents);

}  // namespace whorl::internal::input
