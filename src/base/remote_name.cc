#include "base/remote_name.h"

#include <algorithm>
#include <array>

namespace whorl::internal::base {
namespace {

// Commands that copy a file from and to the remote place; {} is the name.
struct Scheme {
  std::string_view begin;
  std::string_view fetch;
  std::string_view send;
};

constexpr auto kSchemes = std::to_array<Scheme>({
    {"https://", "curl -LO {}", "curl -T FILE {}"},
    {"http://", "curl -LO {}", "curl -T FILE {}"},
    {"ftp://", "curl -O {}", "curl -T FILE {}"},
    {"s3://", "aws s3 cp {} .", "aws s3 cp FILE {}"},
    {"gs://", "gcloud storage cp {} .", "gcloud storage cp FILE {}"},
    {"hf://", "hf download --repo-type dataset --local-dir . {}",
     "hf upload --repo-type dataset {} FILE"},
});

const Scheme* scheme_of(std::string_view name) {
  const auto row = std::ranges::find_if(
      kSchemes, [&](const Scheme& scheme) { return name.starts_with(scheme.begin); });
  return row == kSchemes.end() ? nullptr : &*row;
}

// The name as the commands take it: for hf://, the owner and the repository.
std::string_view argument_of(const Scheme& scheme, std::string_view name) {
  constexpr std::string_view kDatasets = "datasets/";
  if (scheme.begin != "hf://") return name;
  name.remove_prefix(scheme.begin.size());
  if (name.starts_with(kDatasets)) name.remove_prefix(kDatasets.size());
  const std::size_t owner = name.find('/');
  return owner == name.npos ? name : name.substr(0, name.find('/', owner + 1));
}

std::string with_name(std::string_view command, std::string_view name) {
  std::string out(command);
  return out.replace(out.find("{}"), 2, name);
}

}  // namespace

std::string advice_on_reading(std::string_view name) {
  const Scheme* scheme = scheme_of(name);
  if (scheme == nullptr) return {};
  return "whorl reads local files only; download it first, for example: " +
         with_name(scheme->fetch, argument_of(*scheme, name));
}

std::string advice_on_writing(std::string_view name) {
  const Scheme* scheme = scheme_of(name);
  if (scheme == nullptr) return {};
  return "whorl writes local files only; name a file and copy it afterwards, for example: " +
         with_name(scheme->send, argument_of(*scheme, name));
}

}  // namespace whorl::internal::base
