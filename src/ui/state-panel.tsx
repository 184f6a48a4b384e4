/** The empty state and the error state of a list or screen. */
import { type ComponentType, type ReactNode } from 'react';
import type { ClientErrorName, ErrorName, UnknownRefusal } from '../../contract/errors/catalog.ts';
import { useErrorText } from '../i18n/use-error-text.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { IconEmpty, IconProblem } from './icons.ts';

interface StatePanelProps {
  readonly icon: ComponentType<{
    className?: string;
    'aria-hidden'?: boolean;
    strokeWidth?: number;
  }>;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

function StatePanel({ icon: Icon, title, children, action }: StatePanelProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-2 px-gutter py-12 text-center">
      <span className="mb-2 grid size-14 place-items-center rounded-full bg-tint text-muted">
        <Icon aria-hidden strokeWidth={1.5} className="size-7" />
      </span>
      <p className="font-semibold text-balance">{title}</p>
      {children !== undefined && <div className="text-sm text-muted text-balance">{children}</div>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}

/** The empty state; `hint` names the next step. */
export function EmptyState(props: {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
}) {
  return (
    <StatePanel icon={IconEmpty} title={props.title} action={props.action}>
      {props.hint}
    </StatePanel>
  );
}

interface ErrorStateProps {
  /** The error; its sentence is shown below the title. */
  readonly error: ErrorName | ClientErrorName | UnknownRefusal | null;
  readonly onRetry: () => void;
}

/** The error state of a failed load, with the reason if known, and the retry. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useText('common');
  const errorText = useErrorText();
  return (
    <div role="alert">
      <StatePanel
        icon={IconProblem}
        title={t('state.failed')}
        action={
          <Button kind="secondary" size="small" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        }
      >
        {error && errorText(error)}
      </StatePanel>
    </div>
  );
}
