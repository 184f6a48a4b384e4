/** The button of the kit, with a busy state and a focusable disabled state. */
import type { ComponentProps, MouseEvent } from 'react';
import { buttonStyle, type ButtonKind, type ButtonSize } from './button-style.ts';
import { classNames } from './class-names.ts';
import { IconPending } from './icons.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  /** Ignores clicks but keeps focus and stays readable for assistive technology. */
  readonly disabled?: boolean;
  /** Shows a spinner and ignores a second click while its action runs. */
  readonly pending?: boolean;
}

/** The only push button of the kit. `type` is `button` by default. */
export function Button(props: ButtonProps) {
  const { kind, size, disabled = false, pending = false, className, onClick, ...rest } = props;
  const isBlocked = disabled || pending;
  const guardedClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBlocked) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={guardedClick}
      aria-disabled={isBlocked || undefined}
      aria-busy={pending || undefined}
      className={classNames(buttonStyle(kind, size), className)}
    >
      {pending && <IconPending aria-hidden className="size-[1.1em] shrink-0 animate-spin" />}
      {rest.children}
    </button>
  );
}
