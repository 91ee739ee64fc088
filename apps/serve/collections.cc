#include "serve/collections.h"

#include <algorithm>

#include "whorl/sweep.h"

#include "serve/invalid.h"

namespace whorl::serve {
namespace {

constexpr std::size_t kMostName = 100;

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= kMostName && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

std::filesystem::file_time_type written_at(const std::string& path) {
  std::error_code none;
  return std::filesystem::last_write_time(std::filesystem::path(path) / "store.json", none);
}

}  // namespace

Result<NamedStore> parse_store(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == text.npos || !is_name(text.substr(0, sign)) || sign + 1 == text.size()) {
    return invalid("'" + std::string(text) +
                   "' is not NAME=FOLDER, NAME being of letters, digits, '-', '_' and '.'");
  }
  return NamedStore{std::string(text.substr(0, sign)), std::string(text.substr(sign + 1))};
}

Result<Collections> Collections::open(const std::vector<NamedStore>& stores) {
  Collections out;
  for (const NamedStore& store : stores) {
    Collection collection{store.path};
    if (sweep_dates(store.path)) {
      collection.kind = CollectionKind::sweeps;
    } else if (const auto reader = out.reader(collection); !reader) {
      return fail(reader.error().code, "--store " + store.name + ": " + reader.error().message);
    }
    if (!out.all_.emplace(store.name, std::move(collection)).second) {
      return invalid("--store " + store.name + " is given twice");
    }
  }
  return out;
}

const Collections::Collection* Collections::find(const std::string& name) const {
  const auto found = all_.find(name);
  return found == all_.end() ? nullptr : &found->second;
}

Result<std::shared_ptr<const StoreReader>> Collections::reader(const Collection& collection) const {
  const std::lock_guard lock(*mutex_);
  const auto written = written_at(collection.path);
  const auto found = opened_.find(collection.path);
  if (found != opened_.end() && found->second.written == written) return found->second.reader;
  auto opened = StoreReader::open(collection.path);
  if (!opened) return tl::unexpected(opened.error());
  auto reader = std::make_shared<const StoreReader>(*std::move(opened));
  opened_[collection.path] = {written, reader};
  return reader;
}

}  // namespace whorl::serve
