#include "serve/service.h"

#include <filesystem>

#include "serve/job_run.h"
#include "serve/time.h"

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
  auto clients = Clients::open(options.clients);
  if (!clients) return tl::unexpected(clients.error());
  auto registry = Registry::write(options.registry, options.key);
  if (!registry) return tl::unexpected(registry.error());
  auto collections = Collections::open(options.stores);
  if (!collections) return tl::unexpected(collections.error());
  auto audit = Audit::open(options.audit);
  if (!audit) return tl::unexpected(audit.error());
  auto work = WorkFolder::open(work_folder(options));
  if (!work) return tl::unexpected(work.error());
  std::unique_ptr<Service> service(new Service{
      options, *std::move(clients), SharedRegistry(*std::move(registry)), *std::move(collections),
      *std::move(audit), Jobs(*std::move(work), options.program, options.limits)});
  service->jobs.start(
      [&registry = service->registry, &limits = service->options.limits](
          const Job& job, const std::filesystem::path& folder, const Told& told) {
        return finish_job(registry, limits, job, folder, told);
      },
      [&registry = service->registry, seconds = options.limits.trash_seconds] {
        const std::int64_t oldest = now() - static_cast<std::int64_t>(seconds);
        // What cannot be forgotten now is tried again in a minute.
        (void)registry.change([&](Registry& open) { return open.forget(oldest); });
      });
  return service;
}

}  // namespace whorl::serve
