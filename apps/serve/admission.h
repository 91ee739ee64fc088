// Decides on the head of a request, before its body is read: its endpoint, its caller, and whether
// the caller has the role.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "serve/endpoint.h"
#include "serve/message.h"
#include "serve/service.h"

namespace whorl::serve {

struct Head {
  std::string method;
  std::string target;
  std::string authorization;
  std::string content_type;
  std::string host;
  std::string known;                   // entity tags that the client has
  std::string origin;                  // of the page that sent the request; empty: none
  std::string peer = {};               // its address
  std::optional<Caller> trusted = {};  // the caller, if the system identifies it
  bool from_proxy = false;             // arrives at the socket of the proxy
  std::string user = {};               // named by a proxy
  std::string proxy_secret = {};
};

struct Admitted {
  const Endpoint* endpoint = nullptr;
  std::vector<std::string> arguments;
  Caller caller;
  Request request;
};

// The decision on a request; if it is refused, `refusal` is the answer.
struct Admission {
  Admitted admitted;
  Response refusal = {};
  bool refused = false;
};

Admission admit(Service& service, const Head& head);

// The answer of the endpoint; an exception becomes a problem document.
Response respond(Service& service, const Admitted& admitted);

}  // namespace whorl::serve
