/** The classes of a button, also for links that look like one. */
import { classNames } from './class-names.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'regular' | 'small';

const KIND: Record<ButtonKind, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'bg-raised text-ink border border-line hover:border-edge',
  quiet: 'text-accent hover:bg-accent-soft',
  danger: 'bg-down-soft text-down border border-down/40 hover:border-down',
};

const SIZE: Record<ButtonSize, string> = {
  regular: 'min-h-12 px-5 py-2 text-base leading-tight',
  small: 'min-h-9 px-3.5 text-sm touch-target',
};

/** Returns the classes of a button, for links that look like one. */
export function buttonStyle(kind: ButtonKind = 'primary', size: ButtonSize = 'regular'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control font-semibold text-center',
    'transition-colors duration-150 select-none',
    'aria-disabled:opacity-55',
    KIND[kind],
    SIZE[size],
  );
}
