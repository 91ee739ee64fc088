// This build has no page.
