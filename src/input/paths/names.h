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

// The name as valid UTF-8: each byte that is not part of it is spelled \xHH. NULs likewise.
std::string display_name(std::string_view raw);

// What `error` says of a path that could not be opened, and where it leads nowhere: "No such file
// or directory: /home/ann has no hand-ins". Of a name of what is on another machine, how to fetch
// it.
std::string why_unreadable(const std::string& path, std::error_code error);

// The name of an archive member without what would leave the archive: "/etc/x", "../x" and
// "a//./x" become "etc/x", "x" and "a/x". Empty when nothing is left.
std::string member_name(std::string_view raw);

// The part after the last '/'.
std::string_view base_name(std::string_view name);

// The suffix of the base name from its last dot on, in lower case (".gz"); empty when there is
// none or the name begins with its only dot.
std::string extension(std::string_view name);

// Gives the second, third … of equal names " (2)", " (3)" …, but none that taken(name) says is
// another's; `items` have a name each, are sorted by it and are so after the call.
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

// The same where all names there are stand in `documents`.
void make_names_unique(std::vector<Document>& documents);

}  // namespace whorl::internal::input
