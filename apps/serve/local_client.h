// Requests of a command to the service that has its registry open.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "whorl/progress.h"
#include "whorl/registry.h"

namespace whorl::serve {

class LocalClient {
 public:
  // Nothing if no service of this user has the registry open. Requests fail with
  // ErrorCode::cancelled once `progress` is cancelled, which must live longer than the client.
  static std::optional<LocalClient> connect(const std::string& registry, const Progress& progress);
  LocalClient(LocalClient&&) noexcept;
  LocalClient& operator=(LocalClient&&) noexcept;
  ~LocalClient();

  // Like Registry::add: when it returns, the document is on the disk.
  Result<AddedToRegistry> add(const RegistryText& document);
  // The same for several documents, which together must fit into one body.
  Result<AddedToRegistry> add(const std::vector<RegistryText>& documents);

  struct Answer {
    RegistryAnswer answer;
    bool registered = false;  // the document is registered unchanged
  };
  // Searches for a document, which is no hit of itself.
  Result<Answer> search(const RegistryText& document, const RegistrySearchOptions& options);

 private:
  struct Connected;
  explicit LocalClient(std::unique_ptr<Connected> connected);
  Result<std::string> post(const std::string& target, const std::string& type,
                           const std::string& body);

  std::unique_ptr<Connected> connected_;
};

}  // namespace whorl::serve
