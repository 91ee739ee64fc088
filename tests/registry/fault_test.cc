// Failing files while a registry is written: they cause an error but never a loss. Everything that
// was acknowledged is present when the disk works again, and nothing is incomplete.
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "failing_files.h"
#include "jobs/registry/database_options.h"
#include "registries.h"

namespace whorl {
namespace {

using test::Fault;
using test::prose;

constexpr unsigned kDocuments = 6;

class FailingRegistry : public test::Registries, public testing::WithParamInterface<Fault> {
 protected:
  FailingRegistry() { internal::registry::set_file_system(files_); }
  ~FailingRegistry() override { internal::registry::set_file_system(nullptr); }

  static std::string text(unsigned number) { return prose(800, number); }

  // Adds and compacts until an operation fails. Returns the names of acknowledged documents.
  std::set<std::string> work(const std::string& folder) {
    auto registry = Registry::write(folder);
    return registry ? add_and_compact(*registry) : std::set<std::string>();
  }

  std::set<std::string> add_and_compact(Registry& registry) {
    std::set<std::string> acknowledged;
    for (unsigned i = 0; i < kDocuments; ++i) {
      const std::string name = std::to_string(i);
      if (!registry.add({.name = name}, text(i))) return acknowledged;
      acknowledged.insert(name);
      if (i % 3 == 2 && !registry.compact(quiet_)) return acknowledged;
    }
    return acknowledged;
  }

  void expect_whole(const std::string& folder, const std::set<std::string>& acknowledged) {
    Registry registry = write(folder);
    EXPECT_THAT(registry.check(quiet_)->faults, testing::IsEmpty());
    for (unsigned i = 0; i < kDocuments; ++i) {
      const RegistryAnswer answer = search(registry, text(i));
      if (acknowledged.contains(std::to_string(i))) {
        ASSERT_FALSE(answer.hits.empty()) << i << " was acknowledged";
      }
      if (answer.hits.empty()) continue;
      EXPECT_EQ(answer.hits.front().contains.value, 1) << i << " is half";
    }
    add(registry, {.name = "after"}, prose(300, 99));  // and continues to work
  }

  void expect_found(Registry& registry, const std::set<std::string>& acknowledged) {
    for (const std::string& name : acknowledged) {
      const auto answer = search(registry, text(static_cast<unsigned>(std::stoul(name))));
      ASSERT_FALSE(answer.hits.empty()) << name << " was acknowledged";
    }
  }

  const std::shared_ptr<test::FailingFiles> files_ = std::make_shared<test::FailingFiles>();
};

TEST_P(FailingRegistry, LosesNothingThatItAcknowledged) {
  const std::string fresh = make("fresh");
  unsigned failures = 0;
  long n = 1;
  for (bool failed = true; failed; n += 1 + n / 4) {
    const std::string folder = folder_.path("registry " + std::to_string(n));
    std::filesystem::copy(fresh, folder, std::filesystem::copy_options::recursive);
    files_->fail_from(n, GetParam());
    const auto acknowledged = work(folder);
    failed = files_->has_failed();
    failures += failed ? 1 : 0;
    files_->fail_from(1L << 40, GetParam());
    EXPECT_EQ(acknowledged.size() == kDocuments, !failed || acknowledged.size() == kDocuments);
    expect_whole(folder, acknowledged);
  }
  EXPECT_GT(failures, 5u);
}

// As in a service, which does not open the registry again.
TEST_P(FailingRegistry, GoesOnWhenTheDiskDoes) {
  const std::string fresh = make("fresh");
  bool failed = true;
  for (long n = 1; failed; n += 1 + n / 8) {
    const std::string folder = folder_.path("registry " + std::to_string(n));
    std::filesystem::copy(fresh, folder, std::filesystem::copy_options::recursive);
    Registry registry = write(folder);
    files_->fail_from(n, GetParam());
    auto acknowledged = add_and_compact(registry);
    failed = files_->has_failed();
    expect_found(registry, acknowledged);
    for (int again = 0; again < 2 && failed; ++again) {
      EXPECT_FALSE(registry.add({.name = "again"}, text(99))) << n;
      EXPECT_FALSE(registry.compact(quiet_)) << n;
    }
    expect_found(registry, acknowledged);
    files_->fail_from(1L << 40, GetParam());
    add(registry, {.name = "when it works"}, prose(300, 98));
    ASSERT_TRUE(registry.compact(quiet_));
    EXPECT_EQ(search(registry, prose(300, 98)).hits.front().document.codes.name, "when it works");
    { const Registry closed = std::move(registry); }
    expect_whole(folder, acknowledged);
  }
}

TEST_P(FailingRegistry, SaysWhatFailed) {
  Registry registry = write(make("told"));
  files_->fail_from(1, GetParam());
  const auto added = registry.add({.name = "a"}, text(0));
  ASSERT_FALSE(added);
  const bool is_full = GetParam() == Fault::full_disk;
  EXPECT_EQ(added.error().code, is_full ? ErrorCode::disk_full : ErrorCode::io);
  EXPECT_THAT(added.error().message, testing::HasSubstr(folder_.path("told")));
  if (is_full) {
    EXPECT_THAT(added.error().message, testing::HasSubstr("the disk is full"));
  }
  files_->fail_from(1L << 40, GetParam());
}

std::string name_of(const testing::TestParamInfo<Fault>& fault) {
  if (fault.param == Fault::short_write) return "ShortWrite";
  return fault.param == Fault::sync_error ? "SyncError" : "FullDisk";
}

INSTANTIATE_TEST_SUITE_P(All, FailingRegistry,
                         testing::Values(Fault::short_write, Fault::sync_error, Fault::full_disk),
                         name_of);

}  // namespace
}  // namespace whorl
