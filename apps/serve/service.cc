#include "serve/service.h"

namespace whorl::serve {

Result<std::unique_ptr<Service>> Service::open(const ServeOptions& options) {
  std::optional<Tokens> tokens;
  if (!options.tokens.empty()) {
    auto read = Tokens::read(options.tokens);
    if (!read) return tl::unexpected(read.error());
    tokens = *std::move(read);
  }
  auto registry = Registry::write(options.registry, options.key);
  if (!registry) return tl::unexpected(registry.error());
  auto audit = Audit::open(options.audit);
  if (!audit) return tl::unexpected(audit.error());
  return std::unique_ptr<Service>(new Service{
      options, std::move(tokens), SharedRegistry(*std::move(registry)), *std::move(audit)});
}

std::optional<Caller> Service::caller(std::string_view authorization) const {
  if (!tokens) return local_caller();
  const std::string_view token = bearer(authorization);
  return token.empty() ? std::nullopt : tokens->find(token);
}

}  // namespace whorl::serve
