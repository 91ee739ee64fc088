// What a command asks the service that has its registry.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "whorl/progress.h"
#include "whorl/registry.h"

namespace whorl::serve {

class LocalClient {
 public:
  // Nothing if no service of this user has the registry. Requests end with ErrorCode::cancelled
  // once `progress`, which must outlive the client, is cancelled.
  static std::optional<LocalClient> connect(const std::string& registry, const Progress& progress);
  LocalClient(LocalClient&&) noexcept;
  LocalClient& operator=(LocalClient&&) noexcept;
  ~LocalClient();

  // As of Registry: what it acknowledges by returning is on the disk.
  Result<AddedToRegistry> add(const RegistryText& document);
  // The same of several, which are not more than a body may be.
  Result<AddedToRegistry> add(const std::vector<RegistryText>& documents);

  struct Answer {
    RegistryAnswer answer;
    bool registered = false;  // as it is
  };
  // Looks a document up, itself being no hit.
  Result<Answer> search(const RegistryText& document, const RegistrySearchOptions& options);

 private:
  struct Connected;
  explicit LocalClient(std::unique_ptr<Connected> connected);
  Result<std::string> post(const std::string& target, const std::string& type,
                           const std::string& body);

  std::unique_ptr<Connected> connected_;
};

}  // namespace whorl::serve
