#include "serve/service.h"

#include <filesystem>

#include "serve/job_run.h"

namespace whorl::serve {
namespace {

// Next to the registry, which contains no other files.
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
  auto collections = Collections::open(options.stores);
  if (!collections) return tl::unexpected(collections.error());
  auto audit = Audit::open(options.audit);
  if (!audit) return tl::unexpected(audit.error());
  auto work = WorkFolder::open(work_folder(options));
  if (!work) return tl::unexpected(work.error());
  std::unique_ptr<Service> service(new Service{
      options, std::move(tokens), SharedRegistry(*std::move(registry)), *std::move(collections),
      *std::move(audit), Jobs(*std::move(work), options.program, options.limits)});
  service->jobs.start([&registry = service->registry, &limits = service->options.limits](
                          const Job& job, const std::filesystem::path& folder, const Told& told) {
    return finish_job(registry, limits, job, folder, told);
  });
  return service;
}

std::optional<Caller> Service::caller(std::string_view authorization) const {
  if (!tokens) return local_caller();
  const std::string_view token = bearer(authorization);
  auto found = token.empty() ? std::nullopt : tokens->find(token);
  return found && found->is_moss_user() ? std::nullopt : found;
}

std::optional<Caller> Service::moss_user(std::string_view id) const {
  if (!tokens) return local_caller();
  auto found = tokens->find(id);
  return found && found->is_moss_user() ? found : std::nullopt;
}

}  // namespace whorl::serve
