/** The panel that shows the result of a form. */
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { IconChosen, IconLater, IconProblem } from '../../ui/icons.ts';

const LOOKS = {
  done: { Icon: IconChosen, style: 'bg-up-soft text-up' },
  waiting: { Icon: IconLater, style: 'bg-accent-soft text-accent' },
  failed: { Icon: IconProblem, style: 'bg-down-soft text-down' },
} as const;

interface DonePanelProps {
  readonly kind: keyof typeof LOOKS;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Whether it has just replaced a form, so that it takes the focus. */
  readonly takesFocus?: boolean;
}

/** The result of an action, or a state. */
export function DonePanel({ kind, title, children, action, takesFocus = false }: DonePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const { Icon, style } = LOOKS[kind];
  return (
    <section
      data-testid={`panel-${kind}`}
      className="flex flex-col items-center gap-3 rounded-card bg-surface px-5 py-8 text-center"
    >
      <span className={classNames('grid size-14 place-items-center rounded-full', style)}>
        <Icon aria-hidden className="size-7" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
        {title}
      </h2>
      <div className="max-w-md leading-relaxed text-muted text-pretty">{children}</div>
      {action !== undefined && (
        <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>
      )}
    </section>
  );
}
