interface Choice<T extends string> {
  value: T;
  label: string;
}

interface Props<T extends string> {
  name: string;
  label: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
}

// A few choices side by side; one of them is selected.
export function Segmented<T extends string>({ name, label, choices, value, onChange }: Props<T>) {
  return (
    <fieldset class="segmented" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
