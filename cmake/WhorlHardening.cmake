# What makes a defect in reading hostile input harder to exploit, in optimised builds: SECURITY.md
# says what each part is for, tests/install/hardening_test.py reads it back from the program.
#
# The program and whorl's own objects are compiled so, users of whorl::whorl are not. Debug builds
# and sanitizers have checks of their own, which these would hide or slow.

# whorl_unchecked_containers(TARGET): the loops of this room index containers themselves, and
# spend over 2 % of their time on the checks of operator[]; its tests run with them, in debug.
function(whorl_unchecked_containers target)
  target_compile_options(${target} PRIVATE -U_GLIBCXX_ASSERTIONS)
endfunction()

option(WHORL_HARDEN "Harden optimised builds" ${PROJECT_IS_TOP_LEVEL})
add_library(whorl_hardening INTERFACE)
if(NOT WHORL_HARDEN OR WHORL_SANITIZE)
  return()
endif()

include(CheckCXXCompilerFlag)
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)

set(hardening -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)
check_cxx_compiler_flag(-fcf-protection=full WHORL_HAS_CF_PROTECTION)
if(WHORL_HAS_CF_PROTECTION)
  list(APPEND hardening -fcf-protection=full)
endif()

set(optimised "$<CONFIG:Release,RelWithDebInfo,MinSizeRel>")
target_compile_options(whorl_hardening INTERFACE "$<${optimised}:${hardening}>")
target_compile_definitions(whorl_hardening INTERFACE "$<${optimised}:_GLIBCXX_ASSERTIONS>")
target_link_options(whorl_hardening INTERFACE
  "$<${optimised}:LINKER:-z,relro,-z,now,-z,noexecstack>")
