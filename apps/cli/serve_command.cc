// whorl serve.

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "cli/flag_rows.h"
#include "cli/flags.h"
#include "cli/outcome.h"
#include "cli/text.h"
#include "serve/serve.h"

namespace whorl::cli {
namespace {

constexpr std::string_view kWho = "Access";
constexpr std::string_view kPlaces = "Where things are";
constexpr std::string_view kTaken = "Limits";

constexpr auto kServe = &Arguments::serve;

Result<void> set_limit(std::string_view value, Arguments& arguments) {
  return serve::set_limits(arguments.serve.limits, value);
}

Result<void> add_store(std::string_view value, Arguments& arguments) {
  auto store = serve::parse_store(value);
  if (!store) return tl::unexpected(store.error());
  arguments.serve.stores.push_back(*std::move(store));
  return {};
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
     .common = true,
     .group = kWho,
     .help = "The address and port of the service. Port 0 selects a free port.",
     .fallback = "127.0.0.1:8080",
     .example = "--listen 10.0.0.5:8080",
     .set = set_text<kServe, &serve::ServeOptions::listen>},
    {.name = "tokens",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kWho,
     .help = "The file with the tokens of clients. Only its owner may be able to read it. It is "
             "read again at SIGHUP.",
     .example = "--tokens /etc/whorl.tokens",
     .set = set_text<kServe, &serve::ServeOptions::clients, &serve::ClientOptions::tokens>},
    {.name = "users",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kWho,
     .help = "The file with the users that a web server in front of the service may name in the "
             "header X-Remote-User. A line has a name, roles and an owner. Needs --proxy-socket or "
             "--proxy-secret.",
     .example = "--users /etc/whorl/users --proxy-socket /run/whorl/proxy.sock",
     .set = set_text<kServe, &serve::ServeOptions::clients, &serve::ClientOptions::proxy,
                     &serve::ProxyOptions::users>},
    {.name = "proxy-socket",
     .kind = ArgumentKind::path,
     .argument = "PATH",
     .group = kWho,
     .help = "Also listen on this Unix socket, and accept the users named there. Only the web "
             "server may be able to open it.",
     .fallback = "not",
     .example = "--users /etc/whorl/users --proxy-socket /run/whorl/proxy.sock",
     .set = set_text<kServe, &serve::ServeOptions::clients, &serve::ClientOptions::proxy,
                     &serve::ProxyOptions::socket>},
    {.name = "proxy-secret",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .group = kWho,
     .help = "Accept the user named in a request if its header X-Proxy-Secret has the secret of "
             "FILE. The web server sets both headers.",
     .fallback = "not",
     .example = "--users /etc/whorl/users --proxy-secret /etc/whorl/proxy.secret",
     .set = set_text<kServe, &serve::ServeOptions::clients, &serve::ClientOptions::proxy,
                     &serve::ProxyOptions::secret>},
    {.name = "tls-cert",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kWho,
     .help = "Use HTTPS with this certificate. FILE is PEM, with the chain after the certificate. "
             "TLS is 1.2 or later. The file is read again at SIGHUP.",
     .example = "--tls-cert /etc/whorl/chain.pem --tls-key /etc/whorl/key.pem",
     .set = set_text<kServe, &serve::ServeOptions::tls, &serve::TlsFiles::certificate>},
    {.name = "tls-key",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kWho,
     .help =
         "The private key of the certificate. FILE is PEM, and must not be readable by all users.",
     .example = "--tls-cert /etc/whorl/chain.pem --tls-key /etc/whorl/key.pem",
     .set = set_text<kServe, &serve::ServeOptions::tls, &serve::TlsFiles::key>},
    {.name = "moss-listen",
     .kind = ArgumentKind::text,
     .argument = "ADDRESS",
     .group = kWho,
     .help = "Also answer the script that sends submissions to MOSS, at this address. It sends "
             "everything in clear text. Its users are the lines with the role moss in the file of "
             "tokens.",
     .fallback = "not",
     .example = "--moss-listen 10.0.0.5:7690",
     .set = set_text<kServe, &serve::ServeOptions::moss>},
    {.name = "url",
     .kind = ArgumentKind::text,
     .argument = "URL",
     .group = kWho,
     .help = "The address of the service for its clients, if a web server is in front of it. Links "
             "to reports of --moss-listen begin with it.",
     .fallback = "the address of --listen",
     .example = "--url https://whorl.example.edu",
     .set = set_text<kServe, &serve::ServeOptions::url>},
    {.name = "key",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kPlaces,
     .help = "The key of the registry, if it has one.",
     .example = "--key /etc/whorl/registry.key",
     .set = set_text<&Arguments::registry, &RegistryArguments::key>},
    {.name = "store",
     .kind = ArgumentKind::text,
     .argument = "NAME=DIR",
     .repeats = true,
     .common = true,
     .group = kPlaces,
     .help = "Also show a store of whorl cluster or whorl sweep. NAME is its name there.",
     .example = "--store pages=crawl.store",
     .set = add_store},
    {.name = "jobs",
     .kind = ArgumentKind::directory,
     .argument = "DIR",
     .common = true,
     .group = kPlaces,
     .help = "The folder of jobs and their reports. Uploads are deleted when their job ends.",
     .fallback = "the name of the registry and -jobs",
     .example = "--jobs /var/lib/whorl/jobs",
     .set = set_text<kServe, &serve::ServeOptions::work>},
    {.name = "audit",
     .kind = ArgumentKind::path,
     .argument = "FILE",
     .common = true,
     .group = kPlaces,
     .help = "Append a line of JSON for each request to FILE. It has the client, the request and "
             "the status, but no texts, queries or tokens.",
     .example = "--audit /var/log/whorl.jsonl",
     .set = set_text<kServe, &serve::ServeOptions::audit>},
    {.name = "limit",
     .kind = ArgumentKind::text,
     .argument = "NAME=N",
     .repeats = true,
     .common = true,
     .group = kTaken,
     .help = "A limit for each client. Several are separated by commas; K, M and G are powers of "
             "1024.",
     .details = limit_details,
     .example = "--limit upload=2G,jobs=2",
     .set = set_limit},
    quiet_flag("Do not print the address."),
    help_flag(),
    help_all_flag(),
});

}  // namespace

int run_serve(Arguments& arguments) {
  if (arguments.operands.size() != 1) {
    return failed({ErrorCode::invalid_argument, "name a registry, e.g. whorl serve archive"});
  }
  serve::ServeOptions& options = arguments.serve;
  options.registry = arguments.operands.front();
  options.key = arguments.registry.key;
  std::error_code error;
  options.program = std::filesystem::read_symlink("/proc/self/exe", error).string();
  const auto ready = [&](const std::string& address) {
    if (arguments.quiet) return;
    fmt::print("{} answers at {}\n", printable(options.registry), address);
    std::fflush(stdout);
  };
  const auto warn = [](const std::string& text) {
    fmt::print(stderr, "whorl: {}\n", printable(text));
  };
  const auto served = serve::serve(options, ready, warn);
  return served ? kDone : failed(served.error());
}

std::span<const Flag> serve_flags() { return kServeFlags; }

}  // namespace whorl::cli
