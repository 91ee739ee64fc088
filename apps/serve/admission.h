// What is decided on the head of a request, before its body is read: which endpoint it is for, who
// asks, and whether they may.
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
  std::string origin;                  // of the page that asks; empty: none
  std::string peer = {};               // its address
  std::optional<Caller> trusted = {};  // who asks, where the system says so
};

struct Admitted {
  const Endpoint* endpoint = nullptr;
  std::vector<std::string> arguments;
  Caller caller;
  Request request;
};

// What a request comes to; where it is refused, `refusal` says so.
struct Admission {
  Admitted admitted;
  Response refusal = {};
  bool refused = false;
};

Admission admit(Service& service, const Head& head);

// The answer of the endpoint; whatever it throws is a problem document.
Response respond(Service& service, const Admitted& admitted);

}  // namespace whorl::serve
