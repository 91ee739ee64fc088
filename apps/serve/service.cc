#include "serve/service.h"

#include <filesystem>

namespace whorl::serve {
namespace {

// Beside the registry, in which nothing else stands.
std::string work_folder(const ServeOptions& options) {
  if (!options.work.empty()) return options.work;
  const auto registry = std::filesystem::absolute(options.registry).lexically_normal();
  const auto folder = registry.has_filename() ? registry : registry.parent_path();
  return folder.string() + "-jobs";
}

}  // namespace

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
  auto work = WorkFolder::open(work_folder(options));
  if (!work) return tl::unexpected(work.error());
  return std::unique_ptr<Service>(
      new Service{options, std::move(tokens), SharedRegistry(*std::move(registry)),
                  *std::move(audit), Jobs(*std::move(work), options.program, options.limits)});
}

std::optional<Caller> Service::caller(std::string_view authorization) const {
  if (!tokens) return local_caller();
  const std::string_view token = bearer(authorization);
  return token.empty() ? std::nullopt : tokens->find(token);
}

}  // namespace whorl::serve
