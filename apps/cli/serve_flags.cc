// The flags of `whorl serve`, in the order of help.
#include <string>

#include "cli/flag_rows.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kWho = "Who may ask";
constexpr std::string_view kPlaces = "Where things are";
constexpr std::string_view kTaken = "What may be taken";

constexpr auto kServe = &Arguments::serve;

Result<void> set_limit(std::string_view value, Arguments& arguments) {
  return serve::set_limits(arguments.serve.limits, value);
}

std::string limit_details() {
  const serve::Limits fallback;
  std::string out = "NAME is";
  for (const serve::LimitRow& row : serve::limit_rows()) {
    out += std::string(out.ends_with("is") ? " " : "; ") + std::string(row.name) + ", " +
           std::string(row.meaning) + " (" + std::to_string(fallback.*row.value) + ")";
  }
  return out + ".";
}

constexpr auto kServeFlags = std::to_array<Flag>({
    {.name = "listen",
     .kind = ArgumentKind::text,
     .argument = "ADDRESS",
     .group = kWho,
     .help = "The address and port to answer at. Port 0 takes any that is free.",
     .fallback = "127.0.0.1:8080",
     .example = "--listen 10.0.0.5:8080",
     .set = set_text<kServe, &serve::ServeOptions::listen>},
    {.name = "tokens",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kWho,
     .help = "Those who may ask, in a file that only its owner may read.",
     .example = "--tokens /etc/whorl.tokens",
     .set = set_text<kServe, &serve::ServeOptions::tokens>},
    {.name = "key",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kPlaces,
     .help = "The key of the registry, where it has one.",
     .example = "--key /etc/whorl/registry.key",
     .set = set_text<&Arguments::registry, &RegistryArguments::key>},
    {.name = "jobs",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .group = kPlaces,
     .help = "The folder of jobs and their reports. What was uploaded is erased when its job ends.",
     .fallback = "the name of the registry and -jobs",
     .example = "--jobs /var/lib/whorl/jobs",
     .set = set_text<kServe, &serve::ServeOptions::work>},
    {.name = "audit",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kPlaces,
     .help = "Append who asked for what, and how it ended, a line of JSON a request: no texts, no "
             "queries, no tokens.",
     .example = "--audit /var/log/whorl.jsonl",
     .set = set_text<kServe, &serve::ServeOptions::audit>},
    {.name = "limit",
     .kind = ArgumentKind::text,
     .argument = "NAME=N",
     .repeats = true,
     .group = kTaken,
     .help = "What one client may take; several are separated by commas, and K, M and G are powers "
             "of 1024.",
     .details = limit_details,
     .example = "--limit upload=2G,jobs=2",
     .set = set_limit},
    quiet_flag("Do not say where it answers."),
    help_flag(),
});

}  // namespace

std::span<const Flag> serve_flags() { return kServeFlags; }

}  // namespace whorl::cli
