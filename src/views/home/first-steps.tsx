/** The first steps of a new user: verification, coins and a trade, each with a link to its screen. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { FirstStepsView } from '../../app/identity/use-first-steps-mark.ts';
import { useFirstSteps, type FirstSteps as Steps } from '../../app/identity/use-first-steps.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconChosen, IconClose, IconForward } from '../../ui/icons.ts';

/** Renders nothing until the records are known. */
export function FirstSteps({ setMark }: Pick<FirstStepsView, 'setMark'>) {
  const t = useText('verification');
  const steps = useFirstSteps(setMark);
  if (steps === null) return null;
  const { verification, isVerified, isFunded, hasTraded } = steps;
  const isDone = [isVerified, isFunded, hasTraded];
  const done = isDone.filter(Boolean).length;
  return (
    <section
      aria-labelledby="first-steps-title"
      data-testid="first-steps"
      className="mx-gutter rounded-card bg-surface"
    >
      <div className="flex items-center gap-2 ps-4 pe-1 pt-1">
        <h2 id="first-steps-title" className="min-w-0 font-semibold">
          {t('steps.title')}
        </h2>
        <span className="figures flex-1 text-sm text-muted">
          {t('steps.progress', { done, total: isDone.length })}
        </span>
        <IconButton icon={IconClose} label={t('steps.hide')} onClick={() => setMark('over')} />
      </div>
      <ol className="divide-y divide-line">
        <Step number={1} isDone={isVerified} title={t('center.begin')} to="/user-center">
          {t(`steps.verifyHint.${verification === 'certified' ? 'none' : verification}`)}
        </Step>
        <FundStep {...steps} />
        <Step number={3} isDone={hasTraded} title={t('steps.trade')} to="/trade">
          {t(isVerified ? 'steps.tradeHint' : 'steps.tradeLater')}
        </Step>
      </ol>
    </section>
  );
}

/** Buying for fiat money is a second way for verified users. */
function FundStep({ isVerified, isFunded }: Steps) {
  const t = useText('verification');
  return (
    <Step
      number={2}
      isDone={isFunded}
      title={t('steps.fund')}
      to="/recharge"
      more={
        isVerified && (
          <Link
            to="/fiat"
            className="touch-target mb-3 ms-13 inline-block rounded-tag text-sm font-semibold text-accent underline-offset-4 hover:underline"
          >
            {t('steps.buy')}
          </Link>
        )
      }
    >
      {t(isVerified ? 'steps.fundHint' : 'steps.fundFirst')}
    </Step>
  );
}

interface StepProps {
  readonly number: number;
  readonly isDone: boolean;
  readonly title: string;
  readonly to: `/${string}`;
  /** A hint, shown until the step is done. */
  readonly children: string;
  /** Stands below the link until the step is done. */
  readonly more?: ReactNode;
}

/** A link while the step is open; a line with a check mark when it is done. */
function Step({ number, isDone, title, to, children, more }: StepProps) {
  const t = useText('verification');
  if (isDone)
    return (
      <li className="flex min-h-11 items-center gap-3 px-4 py-2 text-muted">
        <Mark className="bg-up-soft text-up">
          <IconChosen aria-hidden className="size-4" />
        </Mark>
        <span className="min-w-0 flex-1">{title}</span>
        <span className="text-sm">{t('steps.done')}</span>
      </li>
    );
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-14 items-center gap-3 px-4 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-tint"
      >
        <Mark className="figures bg-accent-soft text-accent">{number}</Mark>
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{title}</span>
          <span className="block text-sm text-muted">{children}</span>
        </span>
        <IconForward aria-hidden className="size-4.5 shrink-0 text-faint" />
      </Link>
      {more}
    </li>
  );
}

function Mark(props: { readonly className: string; readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        'grid size-6 shrink-0 place-items-center rounded-full text-sm font-semibold',
        props.className,
      )}
    >
      {props.children}
    </span>
  );
}
