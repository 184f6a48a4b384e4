/** A list of options in a sheet or popover, with the current one marked. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconChosen } from './icons.ts';

interface OptionListProps<T extends string> {
  readonly label: string;
  readonly value: T | undefined;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    /** Language of the label, if it differs from the page's. */
    readonly lang?: string;
    readonly leading?: ReactNode;
    readonly trailing?: ReactNode;
  }[];
  readonly onChoose: (value: T) => void;
}

/** A choice of one in a sheet or popover: buttons, the current one marked. */
export function OptionList<T extends string>(props: OptionListProps<T>) {
  const { label, value, options, onChoose } = props;
  return (
    <ul aria-label={label} className="flex flex-col">
      {options.map((option) => {
        const isChosen = option.value === value;
        return (
          <li key={option.value}>
            <button
              type="button"
              lang={option.lang}
              aria-current={isChosen ? 'true' : undefined}
              onClick={() => onChoose(option.value)}
              className={classNames(
                'flex min-h-12 w-full items-center gap-3 rounded-control px-3.5 text-start transition-colors duration-150 -outline-offset-2',
                isChosen ? 'bg-accent-soft font-semibold text-accent' : 'hover:bg-tint',
              )}
            >
              {option.leading}
              <span className="flex-1">{option.label}</span>
              {option.trailing}
              {isChosen && <IconChosen aria-hidden className="size-5 shrink-0" />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
