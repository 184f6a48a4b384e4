/** A button that must be held, for an action that cannot be undone. */
import type { ReactNode } from 'react';
import { buttonStyle } from './button-style.ts';
import { classNames } from './class-names.ts';
import { IconPending } from './icons.ts';
import { useHold } from './use-hold.ts';

interface HoldButtonProps {
  readonly holdMs: number;
  readonly onHeld: () => void;
  readonly disabled: boolean;
  readonly pending: boolean;
  /** Id of the sentence that says that it must be held. */
  readonly describedBy: string;
  readonly children: ReactNode;
}

/** The bar inside fills while it is held. */
export function HoldButton(props: HoldButtonProps) {
  const { holdMs, onHeld, disabled, pending, describedBy, children } = props;
  const isBlocked = disabled || pending;
  const { isHeld, handlers } = useHold(onHeld, holdMs);
  return (
    <button
      type="button"
      data-testid="hold-button"
      aria-disabled={isBlocked || undefined}
      aria-busy={pending || undefined}
      aria-describedby={describedBy}
      {...(!isBlocked && handlers)}
      className={classNames(buttonStyle('danger'), 'relative w-full touch-none overflow-hidden')}
    >
      <span
        aria-hidden
        className={classNames(
          'absolute inset-y-0 start-0 bg-down/25 transition-[width] ease-linear',
          isHeld ? 'w-full' : 'w-0',
        )}
        style={{ transitionDuration: isHeld ? `${holdMs}ms` : '0ms' }}
      />
      {pending && <IconPending aria-hidden className="size-[1.1em] shrink-0 animate-spin" />}
      <span className="relative">{children}</span>
    </button>
  );
}
