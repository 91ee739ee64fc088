interface Props {
  label: string;
  value?: number | undefined; // from 0 to 1; without a value it only shows activity
  stop?: () => void;
}

export function ProgressLine({ label, value, stop }: Props) {
  const share = value === undefined ? "" : ` ${Math.floor(value * 100)} %`;
  return (
    <div class="progress">
      <progress aria-label={label} {...(value === undefined ? {} : { value })} />
      <span class="muted numeric" role="status">
        {label}
        {share}
      </span>
      {stop && (
        <button type="button" class="button bare" onClick={stop}>
          Stop
        </button>
      )}
    </div>
  );
}
