#include "base/guard.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>

namespace whorl::internal::base {
namespace {

Error error_of(std::exception_ptr exception) {
  try {
    std::rethrow_exception(std::move(exception));
  } catch (const std::bad_alloc&) {
    return {ErrorCode::out_of_memory,
            "there is not enough memory; raise --memory or use fewer --threads"};
  } catch (const std::length_error&) {
    return {ErrorCode::out_of_memory,
            "the input is larger than memory can hold; split it into smaller ones"};
  } catch (const std::system_error& e) {
    const bool full = e.code() == std::errc::no_space_on_device;
    return {full ? ErrorCode::disk_full : ErrorCode::io,
            std::string("the system refused a request: ") + e.what()};
  } catch (const std::exception& e) {
    return {ErrorCode::internal,
            std::string("an error within whorl, please report it: ") + e.what()};
  } catch (...) {
    return {ErrorCode::internal, "an error within whorl, please report it: an unknown exception"};
  }
}

}  // namespace

tl::unexpected<Error> caught() noexcept {
  try {
    return tl::unexpected(error_of(std::current_exception()));
  } catch (...) {
    return fail(ErrorCode::out_of_memory, "out of memory");  // short enough to need no allocation
  }
}

}  // namespace whorl::internal::base
