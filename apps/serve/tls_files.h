// Where the certificate of a service is.
#pragma once

#include <string>

namespace whorl::serve {

struct TlsFiles {
  std::string certificate = {};  // PEM, with its chain; empty: no TLS
  std::string key = {};          // PEM
};

}  // namespace whorl::serve
