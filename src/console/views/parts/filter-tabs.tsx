/** Tabs of one filter, kept in the address. */
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

interface FilterTabsProps<Value extends string> {
  /** Name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

/** A choice between a few values, kept in the address; a new choice closes the open record. */
export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  const { name, label, value, options } = props;
  const [, setAddress] = useSearchParams();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chosen = row.current?.querySelector(`input[value="${value}"]`);
    chosen?.parentElement?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [value]);
  const choose = (chosen: string) =>
    setAddress((current) => {
      current.set(name, chosen);
      current.delete('id');
      return current;
    });
  return (
    <search aria-label={label}>
      <div ref={row} className="no-scrollbar overflow-x-auto px-gutter pb-2">
        <fieldset className="relative flex w-max gap-1 md:w-auto md:flex-wrap">
          <legend className="sr-only">{label}</legend>
          {options.map((option) => (
            <label
              key={option.value}
              className="flex min-h-11 shrink-0 cursor-pointer items-center rounded-control px-3 text-sm text-muted has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                onChange={() => choose(option.value)}
                className="sr-only"
              />
              {option.label}
            </label>
          ))}
        </fieldset>
      </div>
    </search>
  );
}
