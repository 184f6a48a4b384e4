/** A select that filters a list, with an option for all entries. */
interface FilterChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Name of the option that shows all entries. */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** A choice that filters a list, or all entries. */
export function FilterChoice({ label, value, all, options, onChange }: FilterChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-11 min-w-0 rounded-control border border-edge bg-surface px-1 text-sm text-ink md:min-w-44 md:px-2"
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
