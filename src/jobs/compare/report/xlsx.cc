// A workbook for Excel and LibreOffice: the pairs, and the best match of each student.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <unistd.h>
#include <xlsxwriter.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/descriptor.h"
#include "base/utf8.h"
#include "jobs/compare/report/pair_facts.h"
#include "jobs/compare/report/students.h"
#include "whorl/pair_scores.h"
#include "whorl/writers.h"

namespace whorl {

using namespace internal;

namespace {

using compare::report::StudentMatches;

constexpr char kAuthor[] = "whorl";
constexpr std::time_t kCreated = 946'684'800;  // 2000: equal reports give equal bytes
constexpr std::size_t kLongestCell = 32'767;   // characters that Excel takes

// save() makes an Error of it.
[[noreturn]] void refuse(lxw_error error) {
  if (error == LXW_ERROR_MEMORY_MALLOC_FAILED) throw std::bad_alloc();
  const int why = errno == 0 ? EIO : errno;
  throw std::system_error(why, std::generic_category(), lxw_strerror(error));
}

void check(lxw_error error) {
  if (error != LXW_NO_ERROR) refuse(error);
}

// A file in memory, since the library writes to a name.
class MemoryFile {
 public:
  MemoryFile() : file_(memfd_create("whorl-workbook", MFD_CLOEXEC)) {
    if (file_.get() < 0) refuse(LXW_ERROR_CREATING_XLSX_FILE);
  }
  std::string path() const { return fmt::format("/proc/self/fd/{}", file_.get()); }

  void copy_to(Sink& sink) const {
    char block[1 << 16];
    for (off_t at = 0;;) {
      const ssize_t got = pread(file_.get(), block, sizeof block, at);
      if (got < 0) refuse(LXW_ERROR_CREATING_XLSX_FILE);
      if (got == 0) return;
      sink.put({block, static_cast<std::size_t>(got)});
      at += got;
    }
  }

 private:
  base::Descriptor file_;
};

struct Formats {
  lxw_format* head;
  lxw_format* share;
  lxw_format* amount;
};

// Writes cells row by row, each to the right of the one before.
class Sheet {
 public:
  Sheet(lxw_workbook* workbook, const char* name, const Formats& formats)
      : sheet_(workbook_add_worksheet(workbook, name)), formats_(formats) {
    if (sheet_ == nullptr) refuse(LXW_ERROR_MEMORY_MALLOC_FAILED);
  }

  Sheet& head(const std::string& name, double width) {
    check(worksheet_set_column(sheet_, column_, column_, width, nullptr));
    return put(name, formats_.head);
  }
  Sheet& text(std::string_view cell) { return put(cell, nullptr); }
  Sheet& share(double value) { return put(value, formats_.share); }
  Sheet& amount(double value) { return put(value, formats_.amount); }
  Sheet& count(std::uint64_t value) { return put(static_cast<double>(value), nullptr); }
  Sheet& skip() {
    ++column_;
    return *this;
  }
  void next_row() {
    columns_ = std::max(columns_, column_);
    column_ = 0;
    ++row_;
  }
  // The head stays in view, and its cells offer to sort and to filter.
  void finish() {
    worksheet_freeze_panes(sheet_, 1, 0);
    const auto last_column = static_cast<lxw_col_t>(columns_ - 1);
    check(worksheet_autofilter(sheet_, 0, 0, std::max<lxw_row_t>(row_, 2) - 1, last_column));
  }

 private:
  // As text, whatever it looks like: no formula runs.
  Sheet& put(std::string_view cell, lxw_format* format) {
    std::string safe = base::escape_broken_utf8(cell, base::HexDigits::lower);
    if (safe.size() > kLongestCell) {
      safe.resize(kLongestCell);
      while (!base::is_utf8(safe)) safe.pop_back();
    }
    check(worksheet_write_string(sheet_, row_, column_, safe.c_str(), format));
    return skip();
  }
  Sheet& put(double value, lxw_format* format) {
    check(worksheet_write_number(sheet_, row_, column_, value, format));
    return skip();
  }

  lxw_worksheet* sheet_;
  const Formats& formats_;
  lxw_row_t row_ = 0;
  lxw_col_t column_ = 0;
  lxw_col_t columns_ = 0;
};

constexpr double kNameWidth = 28;  // in characters
constexpr double kNumberWidth = 11;

void put_measure(const PairMeasure& measure, const Pair& pair, Sheet& sheet) {
  const double value = measure.field.get(pair);
  switch (measure.unit) {
    case MeasureUnit::share:
      sheet.share(value);
      return;
    case MeasureUnit::amount:
      sheet.amount(value);
      return;
    case MeasureUnit::count:
      sheet.count(static_cast<std::uint64_t>(value));
      return;
  }
}

void put_once_in(const Pair& pair, Sheet& sheet) {
  pair.once_in ? sheet.count(*pair.once_in) : sheet.skip();
}

void put_pair(const CompareReport& report, const Pair& pair, const compare::report::Notes& notes,
              bool notable, Sheet& sheet) {
  const Submission& a = report.submissions[pair.a];
  const Submission& b = report.submissions[pair.b];
  sheet.text(a.name).text(b.name).text(notable ? "yes" : "");
  for (const PairMeasure& measure : measures()) put_measure(measure, pair, sheet);
  put_once_in(pair, sheet);
  sheet.count(pair.also_in).text(compare::report::identity_of(pair)).count(pair.passages.size());
  sheet.text(notes.verdict(pair)).text(notes.words(pair));
  sheet.text(a.group).text(b.group).text(a.handed_in).text(b.handed_in).text(a.path).text(b.path);
}

void put_pairs(const CompareReport& report, Sheet sheet) {
  sheet.head("A", kNameWidth).head("B", kNameWidth).head("Notable", kNumberWidth);
  for (const PairMeasure& measure : measures())
    sheet.head(std::string(measure.label), kNumberWidth);
  sheet.head("Once in", kNumberWidth).head("Also in", kNumberWidth);
  sheet.head("Identical", kNumberWidth)
      .head("Passages", kNumberWidth)
      .head("Verdict", kNumberWidth)
      .head("Note", kNameWidth);
  sheet.head("Group of A", kNumberWidth).head("Group of B", kNumberWidth);
  sheet.head("A handed in", kNameWidth).head("B handed in", kNameWidth);
  sheet.head("A found at", kNameWidth).head("B found at", kNameWidth);
  const std::vector<bool> notable = compare::report::notable_pairs(report).pairs;
  const compare::report::Notes notes(report);
  sheet.next_row();
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    put_pair(report, report.pairs[i], notes, notable[i], sheet);
    sheet.next_row();
  }
  sheet.finish();
}

void put_students(const CompareReport& report, Sheet sheet) {
  sheet.head("Student", kNameWidth).head("Best match", kNameWidth).head("Score", kNumberWidth);
  sheet.head("Once in", kNumberWidth).head("Notable pairs", kNameWidth);
  sheet.head("Pairs", kNumberWidth).head("Group", kNumberWidth).head("Found at", kNameWidth);
  sheet.next_row();
  for (const StudentMatches& student : compare::report::students_of(report)) {
    sheet.text(student.name);
    if (student.best) {
      const Pair& pair = report.pairs[*student.best];
      sheet.text(compare::report::person_of(report.submissions[student.partner]));
      sheet.share(pair.score);
      put_once_in(pair, sheet);
    } else {
      sheet.skip().skip().skip();
    }
    sheet.count(student.notable).count(student.pairs).text(student.group).text(student.path);
    sheet.next_row();
  }
  sheet.finish();
}

struct FreeWorkbook {
  void operator()(lxw_workbook* workbook) const { lxw_workbook_free(workbook); }
};

struct CloseArchive {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};

}  // namespace

void write_xlsx(const CompareReport& report, Sink& sink) {
  if (std::max(report.pairs.size(), report.submissions.size()) >= LXW_ROW_MAX) {
    throw std::system_error(
        std::make_error_code(std::errc::file_too_large),
        "a workbook has 1,048,576 rows; write fewer pairs by --limit, or --csv");
  }
  const MemoryFile file;
  const std::string path = file.path();
  lxw_workbook_options options = {};
  options.constant_memory = LXW_TRUE;  // rows go to a temporary file
  std::unique_ptr<lxw_workbook, FreeWorkbook> owner(workbook_new_opt(path.c_str(), &options));
  lxw_workbook* const workbook = owner.get();
  if (workbook == nullptr) refuse(LXW_ERROR_MEMORY_MALLOC_FAILED);
  lxw_doc_properties about = {};
  std::string author = kAuthor;
  about.author = author.data();
  about.created = kCreated;
  check(workbook_set_properties(workbook, &about));
  const Formats formats = {workbook_add_format(workbook), workbook_add_format(workbook),
                           workbook_add_format(workbook)};
  format_set_bold(formats.head);
  format_set_num_format(formats.share, "0.0%");
  format_set_num_format(formats.amount, "0.0");
  put_pairs(report, Sheet(workbook, "Pairs", formats));
  put_students(report, Sheet(workbook, "Students", formats));
  check(workbook_close(owner.release()));  // which frees it
  file.copy_to(sink);
}

bool is_whorl_workbook(const std::string& path) {
  const std::unique_ptr<struct archive, CloseArchive> reader(archive_read_new());
  archive_read_support_format_zip(reader.get());
  if (archive_read_open_filename(reader.get(), path.c_str(), 1 << 16) != ARCHIVE_OK) return false;
  struct archive_entry* entry = nullptr;
  while (archive_read_next_header(reader.get(), &entry) == ARCHIVE_OK) {
    const char* name = archive_entry_pathname(entry);
    if (name == nullptr || std::string_view(name) != "docProps/core.xml") continue;
    std::string text(1 << 14, '\0');
    const auto got = archive_read_data(reader.get(), text.data(), text.size());
    text.resize(static_cast<std::size_t>(std::max<la_ssize_t>(got, 0)));
    return text.find(fmt::format("<dc:creator>{}</dc:creator>", kAuthor)) != std::string::npos;
  }
  return false;
}

}  // namespace whorl
