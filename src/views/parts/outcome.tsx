/** The outcome of a form, including an unknown one after a lost response. */
import { useId, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProblemName } from '../../../machines/app/core/problem.ts';
import { useLateText, useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { IconChosen, IconProblem } from '../../ui/icons.ts';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';
import { useIsOnline } from '../../ui/use-online.ts';
import { useProblemText } from './use-problem-text.ts';

interface OutcomeProps {
  readonly title: string;
  readonly hint: string;
  /** Rows with the result. */
  readonly children: ReactNode;
  /** Link to the record. */
  readonly record: { readonly to: string; readonly text: string };
  readonly again: { readonly text: string; readonly onPress: () => void };
}

/** The outcome of a successful form. */
export function Outcome({ title, hint, children, record, again }: OutcomeProps) {
  return (
    <OutcomeFrame testId="outcome" icon={IconChosen} color="bg-up-soft text-up" title={title}>
      <p className="text-muted text-pretty">{hint}</p>
      <div className="w-full rounded-card bg-surface px-4 py-1 text-start">{children}</div>
      <div className="mt-2 flex w-full flex-wrap gap-3 *:flex-1">
        <Button kind="secondary" onClick={again.onPress}>
          {again.text}
        </Button>
        <Link to={record.to} className={buttonStyle()}>
          {record.text}
        </Link>
      </div>
    </OutcomeFrame>
  );
}

interface OutcomeFrameProps {
  readonly testId: string;
  readonly icon: typeof IconChosen;
  /** The classes of the icon's colors. */
  readonly color: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Takes the focus, because it replaces the form. */
function OutcomeFrame({ testId, icon: Icon, color, title, children }: OutcomeFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnMount(heading);
  return (
    <section
      data-testid={testId}
      className="mx-auto flex max-w-md flex-col items-center gap-3 pt-6 text-center"
    >
      <span className={`grid size-14 place-items-center rounded-full ${color}`}>
        <Icon aria-hidden className="size-7" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

export interface UnknownOutcomeProps {
  readonly form: {
    readonly status: string;
    readonly failure: ProblemName | null;
    readonly ask: () => void;
  };
  /** The sentence for an unknown outcome. */
  readonly hint: string;
  readonly onAbandon: () => void;
  readonly records: { readonly to: string; readonly text: string };
}

/** Returns whether the outcome is unknown: {@link UnknownOutcome} then replaces the form. */
export const isUnknown = (status: string): boolean =>
  status === 'unknown' || status === 'forgotten';

/**
 * Loads the texts of an unknown outcome while the form is shown: the connection may be gone when they are
 * needed. @returns whether they are loaded.
 */
export const useOutcomeTexts = (): boolean => useLateText('wallet') !== undefined;

/**
 * No reply came: the outcome is queried while the server can report it, and nothing is sent again.
 */
export function UnknownOutcome({ form, hint, onAbandon, records }: UnknownOutcomeProps) {
  const t = useText('wallet');
  const { failure } = form;
  const cause = useProblemText(failure === null ? [] : [{ field: null, error: failure }])(null);
  return (
    <OutcomeFrame
      testId="unknown-outcome"
      icon={IconProblem}
      color="bg-warn-soft text-warn"
      title={t('unknown.title')}
    >
      {cause !== undefined && <p className="text-warn">{cause}</p>}
      <p className="text-muted text-pretty">{hint}</p>
      <OutcomeQuestion form={form} onAbandon={onAbandon}>
        <Link to={records.to} className={buttonStyle('secondary')}>
          {records.text}
        </Link>
      </OutcomeQuestion>
    </OutcomeFrame>
  );
}

interface OutcomeQuestionProps extends Pick<UnknownOutcomeProps, 'onAbandon'> {
  readonly form: Pick<UnknownOutcomeProps['form'], 'status' | 'ask'>;
  /** Shown next to the button that queries the outcome. */
  readonly children?: ReactNode;
}

/** Shows whether the outcome is being queried, and the user's options during that time. */
export function OutcomeQuestion({ form, onAbandon, children }: OutcomeQuestionProps) {
  const t = useText('wallet');
  const isOnline = useIsOnline();
  const noteId = useId();
  const isAsked = form.status === 'unknown';
  return (
    <>
      <p id={noteId} role="status" className="text-pretty">
        {t(isAsked ? (isOnline ? 'unknown.asking' : 'unknown.offline') : 'unknown.forgotten')}
      </p>
      <div className="mt-2 flex w-full flex-wrap gap-3 *:flex-1 empty:hidden">
        {isAsked && (
          <Button disabled={!isOnline} aria-describedby={noteId} onClick={form.ask}>
            {t('unknown.askAgain')}
          </Button>
        )}
        {children}
      </div>
      <Button kind="quiet" size="small" onClick={onAbandon}>
        {t('unknown.giveUp')}
      </Button>
    </>
  );
}
