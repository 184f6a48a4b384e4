/** A checkbox with its sentence and its problem. */
import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconChosen, IconProblem } from './icons.ts';

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** The sentence that the user agrees to. */
  readonly children: ReactNode;
  readonly name?: string;
  readonly problem?: string | undefined;
}

/** A tick box with its sentence and problem. */
export function Checkbox({ checked, onChange, children, name, problem }: CheckboxProps) {
  const id = useId();
  const problemId = `${id}-problem`;
  return (
    <div>
      <div className="flex items-start gap-3">
        <span className="relative grid size-6 shrink-0 place-items-center">
          <input
            id={id}
            type="checkbox"
            name={name}
            checked={checked}
            onChange={(event) => onChange(event.target.checked)}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : problemId}
            className={classNames(
              'peer touch-target size-6 appearance-none rounded-tag border bg-surface',
              'checked:border-accent checked:bg-accent',
              problem === undefined ? 'border-edge' : 'border-down',
            )}
          />
          <IconChosen
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute hidden size-4 text-on-accent peer-checked:block"
          />
        </span>
        <label htmlFor={id} className="min-w-0 text-sm leading-[1.5rem] text-muted">
          {children}
        </label>
      </div>
      {problem !== undefined && (
        <p id={problemId} role="alert" className="mt-1.5 flex gap-1.5 text-sm text-down">
          <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  );
}
