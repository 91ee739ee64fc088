#include "read/report_folder.h"

#include <fstream>

namespace whorl::internal::read {

bool is_report_folder(const std::string& path) {
  std::ifstream file(path + "/report.json", std::ios::binary);
  std::string head(64, '\0');
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.starts_with("{\n\"format\":\"whorl-report/");
}

}  // namespace whorl::internal::read
