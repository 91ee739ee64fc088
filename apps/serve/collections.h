// Collections: the stores of whorl cluster and whorl sweep that the service shows, by name.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "whorl/result.h"
#include "whorl/store.h"

namespace whorl::serve {

struct NamedStore {
  std::string name;
  std::string path;
};

// Parses the "NAME=PATH" of --store.
Result<NamedStore> parse_store(std::string_view text);

enum class CollectionKind { clusters, sweeps };

class Collections {
 public:
  // Fails if a folder is no store, or if two stores have the same name.
  static Result<Collections> open(const std::vector<NamedStore>& stores);

  struct Collection {
    std::string path;
    CollectionKind kind = CollectionKind::clusters;
  };
  const std::map<std::string, Collection>& all() const { return all_; }
  const Collection* find(const std::string& name) const;

  // The store of a collection of clusters. It is opened again after a run changed it. May be called
  // from any thread.
  Result<std::shared_ptr<const StoreReader>> reader(const Collection& collection) const;

 private:
  struct Opened {
    std::filesystem::file_time_type written;
    std::shared_ptr<const StoreReader> reader;
  };

  std::map<std::string, Collection> all_;
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  mutable std::map<std::string, Opened> opened_;  // by path
};

}  // namespace whorl::serve
