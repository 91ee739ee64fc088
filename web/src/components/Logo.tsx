// The ridges of a whorl in a fingerprint.
export function Logo() {
  return (
    <svg
      class="logo"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.7"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <path d="M4.1 16.5A9.2 9.2 0 0 1 12 2.8a9.2 9.2 0 0 1 8.6 6" />
      <path d="M21.2 12.3a9.2 9.2 0 0 1-9.2 8.9 9.1 9.1 0 0 1-5-1.5" />
      <path d="M7.2 15.8A6 6 0 0 1 12 6.1a6 6 0 0 1 6 6 6 6 0 0 1-6 6" />
      <path d="M11.6 15a3 3 0 1 1 3.2-3c0 1-.6 2.1-1.5 2.6" />
    </svg>
  );
}
