import { nextTheme, theme } from "../state/theme";

const LABELS = { auto: "Auto", light: "Light", dark: "Dark" };

function HalfDisc() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="6" fill="none" stroke="currentColor" stroke-width="1.4" />
      <path d="M7 1a6 6 0 0 1 0 12z" fill="currentColor" />
    </svg>
  );
}

export function ThemeSwitch() {
  return (
    <button
      class="button bare"
      aria-label={`Colours: ${theme.value}`}
      title="Colours: as the system says, light or dark"
      onClick={nextTheme}
    >
      <HalfDisc />
      {LABELS[theme.value]}
    </button>
  );
}
