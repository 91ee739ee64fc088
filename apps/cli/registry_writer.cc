#include "cli/registry_writer.h"

#include <utility>
#include <vector>

#include "serve/local_client.h"

namespace whorl::cli {
namespace {

constexpr std::size_t kBatchDocuments = 256;
constexpr std::size_t kBatchBytes = 4 << 20;

// Sends documents to the service in batches.
class Sending {
 public:
  explicit Sending(serve::LocalClient& service) : service_(service) {}

  Result<void> take(RegistryText document) {
    if (document.text.size() >= kBatchBytes) return take_large(document);
    bytes_ += document.text.size();
    batch_.push_back(std::move(document));
    return batch_.size() >= kBatchDocuments || bytes_ >= kBatchBytes ? send() : Result<void>{};
  }
  Result<void> send() {
    if (batch_.empty()) return {};
    auto added = service_.add(batch_);
    if (!added) return tl::unexpected(added.error());
    count(*std::move(added));
    batch_.clear();
    bytes_ = 0;
    return {};
  }
  AddedToRegistry& all() { return all_; }

 private:
  // Documents over the size limit of the service are listed as skipped.
  Result<void> take_large(const RegistryText& document) {
    auto added = service_.add(document);
    if (added) {
      count(*std::move(added));
    } else if (added.error().code == ErrorCode::limit_exceeded) {
      all_.skipped.push_back({document.codes.name, added.error().message, SkipKind::skipped});
    } else {
      return tl::unexpected(added.error());
    }
    return {};
  }
  void count(AddedToRegistry added) {
    for (const auto member :
         {&AddedToRegistry::added, &AddedToRegistry::replaced, &AddedToRegistry::unchanged,
          &AddedToRegistry::too_short, &AddedToRegistry::fingerprints}) {
      all_.*member += added.*member;
    }
    for (Skipped& one : added.skipped) all_.skipped.push_back(std::move(one));
  }

  serve::LocalClient& service_;
  std::vector<RegistryText> batch_;
  std::size_t bytes_ = 0;
  AddedToRegistry all_;
};

// The codes of all documents, replaced by those that a document states itself.
DocumentCodes codes_of(DocumentCodes all, DocumentCodes own) {
  all.name = std::move(own.name);
  if (!own.url.empty()) all.url = std::move(own.url);
  if (!own.date.empty()) all.date = std::move(own.date);
  return all;
}

Result<AddedToRegistry> add_by_service(serve::LocalClient& service, const std::string& folder,
                                       const AddToRegistryOptions& options, Progress& progress) {
  RegistryInput input = options.input;
  input.leave_out.push_back(folder);
  Sending sending(service);
  const auto take = [&](RegistryText document) {
    document.codes = codes_of(options.codes, std::move(document.codes));
    return sending.take(std::move(document));
  };
  auto skipped = for_each_registry_text(input, take, progress);
  if (!skipped) return tl::unexpected(skipped.error());
  if (const auto sent = sending.send(); !sent) return tl::unexpected(sent.error());
  AddedToRegistry all = std::move(sending.all());
  for (Skipped& one : *skipped) all.skipped.push_back(std::move(one));
  return all;
}

Result<WatchSummary> watch_by_service(serve::LocalClient& service, const WatchOptions& options,
                                      const Registry::Answered& take, Progress& progress) {
  const auto take_in = [&](const RegistryText& document) -> Result<bool> {
    const auto found = service.search(document, options.search);
    if (!found) return tl::unexpected(found.error());
    if (found->registered) return false;
    if (const auto told = take(found->answer); !told) return tl::unexpected(told.error());
    const auto added = service.add(document);
    if (!added) return tl::unexpected(added.error());
    return true;
  };
  return watch_folder(options, take_in, progress);
}

}  // namespace

Result<AddedToRegistry> add_to_registry(const RegistryPlace& place,
                                        const AddToRegistryOptions& options, Progress& progress) {
  if (auto service = serve::LocalClient::connect(place.folder, progress)) {
    return add_by_service(*service, place.folder, options, progress);
  }
  auto registry = Registry::write(place.folder, place.key, place.new_key);
  if (!registry) return tl::unexpected(registry.error());
  return registry->add(options, progress);
}

Result<WatchSummary> watch_with_registry(const RegistryPlace& place, const WatchOptions& options,
                                         const Registry::Answered& take, Progress& progress) {
  if (auto service = serve::LocalClient::connect(place.folder, progress)) {
    return watch_by_service(*service, options, take, progress);
  }
  auto registry = Registry::write(place.folder, place.key, place.new_key);
  if (!registry) return tl::unexpected(registry.error());
  return registry->watch(options, take, progress);
}

}  // namespace whorl::cli
