/** A small colored label of a state. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'accent' | 'up' | 'down' | 'warn';

const TONE: Record<BadgeTone, string> = {
  neutral: 'bg-tint text-muted',
  accent: 'bg-accent-soft text-accent',
  up: 'bg-up-soft text-up',
  down: 'bg-down-soft text-down',
  warn: 'bg-warn-soft text-warn',
};

/** A word or two about a thing's state. */
export function Badge(props: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-tag px-1.5 py-0.5 text-xs font-medium',
        TONE[props.tone ?? 'neutral'],
      )}
    >
      {props.children}
    </span>
  );
}
