#include "serve/admission.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "serve/problem.h"
#include "serve/router.h"
#include "serve/url.h"

namespace whorl::serve {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return text;
}

std::string media_type(const std::string& header) {
  std::string type = lower(header.substr(0, header.find(';')));
  type.erase(type.find_last_not_of(" \t") + 1);
  return type;
}

// Names that can only mean this machine. A page that reaches the service by another name tries to
// be taken for one of its own pages (DNS rebinding).
bool names_loopback(const std::string& host) {
  const bool bracketed = host.starts_with('[');
  const std::string name = lower(host.substr(0, bracketed ? host.find(']') + 1 : host.find(':')));
  return name == "localhost" || name == "127.0.0.1" || name == "[::1]";
}

// Browsers name the page that a request comes from. Pages of other sites may ask nothing.
bool own_page(const Head& head) {
  return head.origin.empty() || head.origin == "http://" + head.host ||
         head.origin == "https://" + head.host;
}

Admission refusal(Admission admission, Response response) {
  admission.refusal = std::move(response);
  admission.refused = true;
  return admission;
}

bool is_of_proxy(const Clients& clients, const Head& head) {
  return head.from_proxy || clients.is_secret(head.proxy_secret);
}

// Where anybody else than the proxy names a user. Without users the header means nothing.
bool is_forged(const Clients& clients, const Head& head) {
  return clients.have_users() && !head.user.empty() && !is_of_proxy(clients, head);
}

std::optional<Caller> caller_of(const Clients& clients, const Head& head) {
  if (head.trusted) return head.trusted;
  const bool named = clients.have_users() && !head.user.empty();
  return named ? clients.user(head.user) : clients.with_token(head.authorization);
}

Response unknown(const Clients& clients, const Head& head) {
  if (clients.have_users() && !head.user.empty()) {
    return problem(403,
                   "the service does not know this user; its administrator adds users to the "
                   "file of --users");
  }
  return problem(401, "send a token: Authorization: Bearer TOKEN");
}

Admission no_endpoint(Admission admission, const Route& route) {
  if (route.allowed.empty()) {
    return refusal(std::move(admission),
                   problem(404, "there is no such address; GET /openapi.json lists all"));
  }
  Response response = problem(405, "this address answers " + route.allowed);
  response.headers.emplace_back("Allow", route.allowed);
  return refusal(std::move(admission), std::move(response));
}

}  // namespace

Admission admit(Service& service, const Head& head) {
  Admission out;
  auto target = parse_target(head.target);
  if (!target) return refusal(std::move(out), problem(400, "the address is not well-formed"));
  if (service.clients.are_all() && !names_loopback(head.host)) {
    return refusal(std::move(out),
                   problem(403, "without --tokens the service answers only localhost"));
  }
  if (!own_page(head)) {
    return refusal(std::move(out), problem(403, "requests from pages of other sites are refused"));
  }
  if (is_forged(service.clients, head)) {
    return refusal(std::move(out), problem(403, "only the proxy of this service may name users"));
  }
  Route found = route(endpoints(), head.method, target->path);
  if (found.endpoint == nullptr) return no_endpoint(std::move(out), found);
  out.admitted.endpoint = found.endpoint;
  const Role role = found.endpoint->role;
  auto caller = caller_of(service.clients, head);
  if (!head.trusted && !service.rates.take(caller ? "token " + caller->name : head.peer)) {
    return refusal(std::move(out),
                   problem(429, "this client sends too many requests; try again in a minute"));
  }
  if (caller) {
    out.admitted.caller = *std::move(caller);
  } else if (role != Role::anyone) {
    return refusal(std::move(out), unknown(service.clients, head));
  }
  if (!may_ask(out.admitted.caller, *found.endpoint)) {
    return refusal(std::move(out),
                   problem(403, "this token does not have the role " + std::string(name_of(role))));
  }
  out.admitted.arguments = std::move(found.arguments);
  out.admitted.request.method = head.method;
  out.admitted.request.path = std::move(target->path);
  out.admitted.request.query = std::move(target->query);
  out.admitted.request.known = head.known;
  out.admitted.request.content_type = media_type(head.content_type);
  return out;
}

Response respond(Service& service, const Admitted& admitted) {
  try {
    return admitted.endpoint->answer(service,
                                     Call{admitted.request, admitted.caller, admitted.arguments});
  } catch (const std::bad_alloc&) {
    return problem(503, "the service is out of memory; try again, or request less");
  } catch (const std::exception&) {
    return problem(500, "the service could not process this request because of an internal error");
  }
}

}  // namespace whorl::serve
