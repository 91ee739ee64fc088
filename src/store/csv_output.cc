#include "store/csv_output.h"

#include <optional>
#include <utility>

#include "base/try.h"
#include "base/utf8.h"
#include "input/tables/csv_table.h"

namespace whorl::internal::store {
namespace {

// Without the byte order mark and the line end.
std::string_view names_in(std::string_view header) {
  if (header.starts_with(base::kUtf8Bom)) header.remove_prefix(base::kUtf8Bom.size());
  return header.substr(0, header.find_last_not_of("\r\n") + 1);
}

tl::unexpected<Error> not_of_form(const std::string& output, const input::InputIdentity& input,
                                  std::string_view ending) {
  const bool is_table = input::csv_kind(input.path) != input::CsvKind::none;
  const std::string why = is_table && !input.has_records
                              ? " is one document; give --text COLUMN"
                              : " is not such a file; name the output .jsonl, or a folder, clean/";
  return fail(ErrorCode::invalid_argument, output + ": rows of " + std::string(ending) +
                                               " files are written there, but " + input.name + why);
}

// The header that all inputs share.
class SharedHeader {
 public:
  SharedHeader(const std::string& output, const input::Collection& inputs)
      : output_(output), kind_(input::csv_kind(output)), inputs_(inputs) {}

  Result<void> add(const input::InputIdentity& input) {
    if (input::csv_kind(input.path) != kind_ || !input.has_records) {
      return not_of_form(output_, input, kind_ == input::CsvKind::csv ? ".csv" : ".tsv");
    }
    std::string header = inputs_.csv_header(input);
    if (header.empty()) return {};
    if (!header_) {
      header_ = std::move(header);
      first_ = input.name;
      return {};
    }
    if (names_in(header) == names_in(*header_)) return {};
    return fail(ErrorCode::invalid_argument, output_ + ": the headers of " + first_ + " and " +
                                                 input.name +
                                                 " differ; write one file per input: -o clean/");
  }

  std::string take() { return header_.value_or(""); }

 private:
  const std::string& output_;
  input::CsvKind kind_;
  const input::Collection& inputs_;
  std::optional<std::string> header_;
  std::string first_;  // input with that header
};

}  // namespace

Result<void> plan_headers(OutputPlan& plan, const input::Collection& inputs) {
  if (plan.is_folder()) {
    return inputs.for_each_input([&](const input::InputIdentity& input) -> Result<void> {
      const bool rows = takes_rows(plan.shards[plan.heads.size()]);
      plan.heads.push_back(rows ? inputs.csv_header(input) : "");
      return {};
    });
  }
  if (!takes_rows(plan.output)) return {};
  SharedHeader shared(plan.output, inputs);
  WHORL_RETURN_IF_ERROR(
      inputs.for_each_input([&](const input::InputIdentity& input) { return shared.add(input); }));
  plan.heads = {shared.take()};
  return {};
}

std::string row_of(input::CollectionRecord& record) {
  std::string row = std::move(record.table_row);
  if (!row.empty() && row.back() != '\n' && row.back() != '\r') row += '\n';
  return row;
}

}  // namespace whorl::internal::store
