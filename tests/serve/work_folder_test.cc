// Jobs on disk: what a restart finds, and what is erased.
#include "serve/work_folder.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "../temp_folder.h"

namespace whorl::serve {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class WorkFolders : public testing::Test {
 protected:
  Job begin(const WorkFolder& work, JobState state) const {
    Job job{.id = random_name(),
            .key = random_name(),
            .kind = "compare",
            .owner = "cs101",
            .upload = "submissions.zip",
            .arguments = {"--by=file"}};
    job.state = state;
    const fs::path upload = work.new_upload();
    std::ofstream(upload) << "PK";
    EXPECT_TRUE(work.begin(job, {.files = {{upload, job.upload}}}));
    EXPECT_FALSE(fs::exists(upload));
    return job;
  }

  test::TempFolder temp_{"work"};
  std::string folder_ = temp_.path("jobs");
};

TEST_F(WorkFolders, AJobComesBackAsItWas) {
  auto work = WorkFolder::open(folder_);
  ASSERT_TRUE(work) << work.error().message;
  const Job job = begin(*work, JobState::running);
  const auto found = work->load();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(stored(found.front()), stored(job));
}

TEST_F(WorkFolders, IsForItsOwnerAlone) {
  ASSERT_TRUE(WorkFolder::open(folder_));
  EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
}

TEST_F(WorkFolders, HasOneService) {
  const auto work = WorkFolder::open(folder_);
  const auto second = WorkFolder::open(folder_);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, HasSubstr("another whorl serve"));
}

TEST_F(WorkFolders, WhatBelongsToNobodyIsErasedAndOthersFilesAreNot) {
  const auto work = WorkFolder::open(folder_);
  std::ofstream(work->new_upload()) << "half an archive";
  fs::create_directories(fs::path(folder_) / "jobs" / random_name() / "report");
  fs::create_directories(fs::path(folder_) / "jobs" / "somebody");
  EXPECT_TRUE(work->load().empty());
  EXPECT_TRUE(fs::is_empty(fs::path(folder_) / "uploads"));
  EXPECT_TRUE(fs::exists(fs::path(folder_) / "jobs" / "somebody"));
  EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(folder_) / "jobs"), {}), 1);
}

TEST_F(WorkFolders, AReportStaysWithoutWhatWasUploaded) {
  const auto work = WorkFolder::open(folder_);
  const Job done = begin(*work, JobState::done);
  fs::create_directories(work->of(done) / "report");
  std::ofstream(work->report(done, "report.html")) << "report";
  work->erase_inputs(done);
  EXPECT_FALSE(fs::exists(work->of(done) / "submissions.zip"));
  EXPECT_TRUE(fs::exists(work->report(done, "report.html")));
  const Job failed = begin(*work, JobState::failed);
  fs::create_directories(work->of(failed) / "report");
  work->erase_inputs(failed);
  EXPECT_FALSE(fs::exists(work->of(failed) / "report"));
  EXPECT_TRUE(fs::exists(work->of(failed) / "job.json"));
  work->erase(done);
  EXPECT_FALSE(fs::exists(work->of(done)));
}

TEST(StoredJobs, WhatIsNoneIsNone) {
  for (const char* const wrong : {"", "{", "[]", "{}", "{\"id\":\"../../x\"}"}) {
    EXPECT_FALSE(load_job(wrong)) << wrong;
  }
  Job job{.id = "../x", .key = "", .kind = "compare", .owner = "", .upload = "", .arguments = {}};
  EXPECT_FALSE(load_job(stored(job)));
}

}  // namespace
}  // namespace whorl::serve
