/** A decimal field with plus and minus buttons. */
import { useId, type ReactNode } from 'react';
import { LIMITS } from '../../contract/limits.ts';
import { classNames } from './class-names.ts';
import { DecimalInput } from './decimal-input.tsx';
import { controlFrame } from './field.tsx';
import { IconProblem } from './icons.ts';
import { usePressRepeat } from './use-press-repeat.ts';

interface DecimalStepperProps {
  /** Name and unit: `Price (USDT)`. */
  readonly label: string;
  /** Stored digits with a point; shown with the decimal sign of the language. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Notifies that the user entered the field. */
  readonly onFocus?: () => void;
  readonly onStep: (direction: 1 | -1) => void;
  /** Names of the two buttons. */
  readonly stepLabels: { readonly down: string; readonly up: string };
  /** The problem, in the user's language. */
  readonly problem?: string | undefined;
  /** Hint below the value, read out with it. */
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  /** Element at the end of the label's line (a switch of units). */
  readonly action?: ReactNode;
}

/** A decimal number with a button on each side; a held button repeats every 200 ms (SPEC 9). */
export function DecimalStepper(props: DecimalStepperProps) {
  const { label, value, onChange, onStep, stepLabels, problem, hint } = props;
  const { onFocus, disabled = false, action } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const hintId = `${id}-hint`;
  const notes = [problem !== undefined && noteId, Boolean(hint) && hintId].filter(Boolean);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-5 items-end justify-between gap-2">
        <label htmlFor={id} className="text-xs text-muted">
          {label}
        </label>
        {action}
      </div>
      <div className={classNames(controlFrame, disabled && 'opacity-60')}>
        <StepButton
          sign="−"
          label={stepLabels.down}
          disabled={disabled}
          onStep={() => onStep(-1)}
        />
        <DecimalInput
          id={id}
          enterKeyHint="done"
          value={value}
          onChange={onChange}
          onFocus={onFocus}
          readOnly={disabled}
          aria-describedby={notes.join(' ') || undefined}
          aria-invalid={problem === undefined ? undefined : true}
          className="figures h-11 w-full min-w-0 bg-transparent text-center text-ink outline-none"
        />
        <StepButton sign="+" label={stepLabels.up} disabled={disabled} onStep={() => onStep(1)} />
      </div>
      {problem !== undefined && (
        <p id={noteId} role="alert" className="flex gap-1 text-xs text-down">
          <IconProblem aria-hidden className="mt-px size-3.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">{problem}</span>
        </p>
      )}
      {Boolean(hint) && (
        <div id={hintId} className="flex flex-col gap-1 text-xs">
          {hint}
        </div>
      )}
    </div>
  );
}

interface StepButtonProps {
  readonly sign: string;
  readonly label: string;
  readonly disabled: boolean;
  readonly onStep: () => void;
}

function StepButton({ sign, label, disabled, onStep }: StepButtonProps) {
  const press = usePressRepeat(onStep, LIMITS.stepper_repeat_ms);
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      {...(!disabled && press)}
      // A long press must repeat the step, not open the browser's menu.
      onContextMenu={(event) => event.preventDefault()}
      className="grid size-11 shrink-0 touch-manipulation place-items-center rounded-control text-lg text-muted -outline-offset-2 select-none hover:text-ink"
    >
      {sign}
    </button>
  );
}
