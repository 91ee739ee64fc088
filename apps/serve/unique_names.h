// Gives each file of an archive a name that no other has.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace whorl::serve {

class UniqueNames {
 public:
  std::size_t size() const { return given_.size(); }

  // The name itself; ~2, ~3 and so on are appended for later files of that name. Each name has its
  // own counter, so n files take O(n) time whatever their names are.
  std::string give(const std::string& name) {
    if (given_.insert(name).second) return name;
    std::size_t& number = last_.try_emplace(name, 1).first->second;
    while (true) {
      std::string numbered = name + "~" + std::to_string(++number);
      if (given_.insert(numbered).second) return numbered;
    }
  }

 private:
  std::unordered_set<std::string> given_;
  std::unordered_map<std::string, std::size_t> last_;  // the last number appended to a name
};

}  // namespace whorl::serve
