import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { IconChosen, IconProblem } from '../../ui/icons.ts';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';

interface OutcomeProps {
  readonly title: string;
  readonly hint: string;
  /** What was done, in rows. */
  readonly children: ReactNode;
  /** Where its record is. */
  readonly record: { readonly to: string; readonly text: string };
  readonly again: { readonly text: string; readonly onPress: () => void };
}

/** The server has granted it. */
export function Outcome({ title, hint, children, record, again }: OutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnMount(heading);
  return (
    <section
      data-testid="outcome"
      className="mx-auto flex max-w-md flex-col items-center gap-3 pt-6 text-center"
    >
      <span className="grid size-14 place-items-center rounded-full bg-up-soft text-up">
        <IconChosen aria-hidden className="size-7" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
        {title}
      </h2>
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
    </section>
  );
}

interface UnknownOutcomeProps {
  /** What nobody knows, in a sentence. */
  readonly hint: string;
  /** Why, in a sentence. */
  readonly cause: string | undefined;
  readonly onRetry: () => void;
  readonly onAbandon: () => void;
  readonly records: { readonly to: string; readonly text: string };
}

/** No reply came: it may have happened or not. Asking again makes it happen once at most. */
export function UnknownOutcome(props: UnknownOutcomeProps) {
  const { hint, cause, onRetry, onAbandon, records } = props;
  const t = useText('assets');
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnMount(heading);
  return (
    <section
      data-testid="unknown-outcome"
      className="mx-auto flex max-w-md flex-col items-center gap-3 pt-6 text-center"
    >
      <span className="grid size-14 place-items-center rounded-full bg-warn-soft text-warn">
        <IconProblem aria-hidden className="size-7" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
        {t('unknown.title')}
      </h2>
      {cause !== undefined && <p className="text-warn">{cause}</p>}
      <p className="text-muted text-pretty">{hint}</p>
      <div className="mt-2 flex w-full flex-wrap gap-3 *:flex-1">
        <Button onClick={onRetry}>{t('unknown.askAgain')}</Button>
        <Link to={records.to} className={buttonStyle('secondary')}>
          {records.text}
        </Link>
      </div>
      <Button kind="quiet" size="small" onClick={onAbandon}>
        {t('unknown.giveUp')}
      </Button>
    </section>
  );
}
