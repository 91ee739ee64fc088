// The certificate of a service that speaks TLS itself.
#pragma once

#include <boost/asio/ssl/context.hpp>

#include "serve/tls_files.h"
#include "whorl/result.h"

namespace whorl::serve {

// A context of TLS 1.2 and later.
boost::asio::ssl::context tls_context();

// Takes the certificate, for connections from here on. Fails where a file cannot be read, is none,
// belongs to another key, or where everybody may read the key.
Result<void> load_certificate(boost::asio::ssl::context& context, const TlsFiles& files);

}  // namespace whorl::serve
