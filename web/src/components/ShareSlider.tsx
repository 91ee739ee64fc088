import { percent } from "../report/format";

interface Props {
  label: string;
  value: number; // from 0 to 1
  onInput: (value: number) => void;
}

export function ShareSlider({ label, value, onInput }: Props) {
  return (
    <label class="slider">
      {label}
      <input
        type="range"
        min="0"
        max="100"
        step="1"
        value={Math.round(value * 100)}
        style={{ "--filled": `${value * 100}%` }}
        onInput={(event) => onInput(Number(event.currentTarget.value) / 100)}
      />
      <output>{percent(value)}</output>
    </label>
  );
}
