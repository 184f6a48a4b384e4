import { OTPInput, type SlotProps } from 'input-otp';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';

interface CodeFieldProps extends FieldProps {
  readonly name?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Number of digits. */
  readonly length: number;
  /** Stands beside the boxes or below them when there is no room: the button that sends a code. */
  readonly action?: ReactNode;
}

/** A code by mail or SMS: one input for typing, pasting and autofill, drawn as boxes. */
export function CodeField(props: CodeFieldProps) {
  const { label, hint, problem, name, value, onChange, length, action } = props;
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(wiring) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <OTPInput
            {...wiring}
            name={name}
            value={value}
            onChange={onChange}
            maxLength={length}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="^\d*$"
            pasteTransformer={(text) => text.replaceAll(/\D/g, '')}
            pushPasswordManagerStrategy="none"
            containerClassName="min-w-52 flex-1"
            render={({ slots }) => (
              <div className="grid flex-1 auto-cols-fr grid-flow-col gap-1.5">
                {slots.map((slot, index) => (
                  <Box key={index} slot={slot} isInvalid={problem !== undefined} />
                ))}
              </div>
            )}
          />
          {action}
        </div>
      )}
    </Field>
  );
}

function Box({ slot, isInvalid }: { readonly slot: SlotProps; readonly isInvalid: boolean }) {
  return (
    <div
      className={classNames(
        'figures grid h-12 place-items-center rounded-control border bg-surface text-xl font-semibold',
        isInvalid ? 'border-down' : 'border-edge',
        slot.isActive && 'border-accent outline-2 -outline-offset-1 outline-accent',
      )}
    >
      {slot.char ?? (slot.hasFakeCaret && <span className="h-5 w-px bg-accent" />)}
    </div>
  );
}
