// A source of records in memory.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "whorl/record_source.h"

namespace whorl::test {

class RecordList : public RecordSource {
 public:
  RecordList() = default;
  explicit RecordList(std::vector<Record> records, std::string name = "records")
      : records_(std::move(records)), name_(std::move(name)) {}

  Result<bool> next(Record& record) override {
    if (at_ == records_.size()) return false;
    record = records_[at_++];
    return true;
  }
  std::string name() const override { return name_; }
  Result<void> rewind() override {
    at_ = 0;
    return {};
  }

 private:
  std::vector<Record> records_;
  std::string name_;
  std::size_t at_ = 0;
};

// Makes records from lines of JSON.
inline std::vector<Record> records_of(const std::vector<std::string>& lines) {
  std::vector<Record> records;
  for (const std::string& line : lines) {
    const auto object = nlohmann::json::parse(line);
    Record record;
    record.id = object.value("id", "");
    record.url = object.value("url", "");
    record.date = object.value("date", "");
    record.text = object.value("text", "");
    record.rank = object.value("n", record.rank);
    record.line = line;
    for (const auto& feature : object.value("tags", nlohmann::json::array())) {
      record.features.push_back(feature);
    }
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace whorl::test
