// Collections: the stores of whorl cluster and whorl sweep that the service shows, by their names.
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

// A store that the service shows, and what it is called there.

struct NamedStore {
  std::string name;
  std::string path;
};

// "NAME=PATH", as --store has it.
Result<NamedStore> parse_store(std::string_view text);

enum class CollectionKind { clusters, sweeps };

class Collections {
 public:
  // Fails where a folder is no store, or a name comes twice.
  static Result<Collections> open(const std::vector<NamedStore>& stores);

  struct Collection {
    std::string path;
    CollectionKind kind = CollectionKind::clusters;
  };
  const std::map<std::string, Collection>& all() const { return all_; }
  const Collection* find(const std::string& name) const;

  // The store of a collection of clusters, opened anew where a run has changed it. From any thread.
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
