/** A form field: label, hint, problem and their wiring to the control. */
import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconProblem } from './icons.ts';

/** Attributes that connect a control with its label, hint and problem. */
interface FieldWiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  /** A permanent sentence below. */
  readonly hint?: ReactNode;
  /** The problem, in the user's language; replaces the hint. */
  readonly problem?: string | undefined;
}

/** Label, control, hint and problem in one column. */
export function Field(
  props: FieldProps & {
    /** Element at the end of the label's line. */
    readonly action?: ReactNode;
    readonly children: (wiring: FieldWiring) => ReactNode;
  },
) {
  const { label, hint, problem, action, children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = problem !== undefined || hint !== undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="min-w-0 text-sm font-medium text-muted">
          {label}
        </label>
        {action}
      </div>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hasNote && (
        <div id={noteId} className="text-sm">
          {problem === undefined ? (
            <div className="text-faint">{hint}</div>
          ) : (
            <p role="alert" className="flex gap-1.5 text-down">
              <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
              <span>{problem}</span>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** Frame of a text control: one look for inputs, codes and pickers. */
export const controlFrame = classNames(
  'flex min-h-12 w-full items-center rounded-control border border-edge bg-surface text-base',
  'transition-colors duration-150 focus-within:border-accent',
  'focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent',
  'has-[[aria-invalid=true]]:border-down',
);

/** An input that fills its frame; the frame shows the focus. */
export const controlInput =
  'h-12 min-w-0 flex-1 bg-transparent px-3.5 text-ink outline-none placeholder:text-faint';
