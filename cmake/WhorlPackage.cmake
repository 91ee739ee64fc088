# The Debian package, of what `cmake --install` puts into a folder: scripts/package calls CPack.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME whorl)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "the authors of whorl <whorl@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "find copies and near-duplicates among documents")
set(CPACK_PACKAGE_DESCRIPTION
"whorl fingerprints documents and finds what they share: plagiarism among student
submissions, near-duplicates in a crawl or a training corpus. With the C++ library.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Makes the user and the folders of the service.
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/examples/deploy/postinst)
# Converters, started when a document needs them.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ghostscript, poppler-utils")
include(CPack)
