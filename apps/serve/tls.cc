#include "serve/tls.h"

#include <openssl/ssl.h>
#include <sys/stat.h>

namespace whorl::serve {

namespace ssl = boost::asio::ssl;

namespace {

// The suites of TLS 1.2 that have ephemeral keys and authenticated encryption, as all of TLS 1.3
// have. With ephemeral keys, recorded traffic stays secret even if the server's key is stolen.
constexpr const char* kSuites = "ECDHE+AESGCM:ECDHE+CHACHA20";
constexpr const char* kGroups = "X25519:P-256:P-384:P-521";

}  // namespace

ssl::context tls_context() {
  ssl::context context(ssl::context::tls_server);
  context.set_options(ssl::context::default_workarounds | ssl::context::no_compression);
  SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
  SSL_CTX_set_options(context.native_handle(), SSL_OP_NO_RENEGOTIATION);
  SSL_CTX_set_cipher_list(context.native_handle(), kSuites);
  SSL_CTX_set1_groups_list(context.native_handle(), kGroups);
  return context;
}

Result<void> load_certificate(ssl::context& context, const TlsFiles& files) {
  struct stat status = {};
  if (stat(files.key.c_str(), &status) != 0) {
    return fail(ErrorCode::not_found, "--tls-key " + files.key + ": is not there");
  }
  if ((status.st_mode & 007) != 0) {
    return fail(ErrorCode::invalid_argument,
                "--tls-key " + files.key + ": everybody may read it; chmod 600 " + files.key);
  }
  boost::system::error_code error;
  context.use_certificate_chain_file(files.certificate, error);
  if (error) {
    return fail(ErrorCode::unreadable, "--tls-cert " + files.certificate +
                                           ": is no certificate in PEM: " + error.message());
  }
  context.use_private_key_file(files.key, ssl::context::pem, error);
  if (!error) return {};
  return fail(
      ErrorCode::unreadable,
      "--tls-key " + files.key + ": is no key in PEM of that certificate: " + error.message());
}

}  // namespace whorl::serve
