/** The levels of verification with their permissions. */
import type { ReactNode } from 'react';
import type { Verification } from '../../../contract/verification/verification.ts';
import { useVerificationLifecycle } from '../../app/verification/use-verification.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconChosen, IconLater } from '../../ui/icons.ts';

/** The permissions of each level of verification, with the present level. */
export function VerificationLevels({ verification }: { readonly verification: Verification }) {
  const t = useText('verification');
  const tCommon = useText('common');
  const format = useFormat();
  const { isCertified } = useVerificationLifecycle(verification);
  // For a user who is not certified: no limit, because withdrawals require the verification.
  const basicLimit = isCertified ? '0' : verification.daily_limit;
  const limit = format.amount(verification.certified_daily_limit);
  return (
    <section aria-label={t('level.title')} className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Level title={t('level.basic')} isReached>
        <Right isOpen>{t('level.watch')}</Right>
        <Right isOpen>{t('level.deposit')}</Right>
        {basicLimit !== '0' && (
          <Right isOpen>{t('level.withdrawUpTo', { amount: format.amount(basicLimit) })}</Right>
        )}
      </Level>
      <Level title={t('level.certified')} isReached={isCertified}>
        <Right isOpen={isCertified}>{tCommon('user.verificationGateSpot')}</Right>
        <Right isOpen={isCertified}>{tCommon('user.verificationGateFiat')}</Right>
        <Right isOpen={isCertified}>{t('level.withdrawUpTo', { amount: limit })}</Right>
      </Level>
    </section>
  );
}

interface LevelProps {
  readonly title: string;
  readonly isReached: boolean;
  readonly children: ReactNode;
}

function Level({ title, isReached, children }: LevelProps) {
  const t = useText('verification');
  return (
    <div className="rounded-card bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold">{title}</h2>
        <Badge tone={isReached ? 'up' : 'neutral'}>
          {t(isReached ? 'level.reached' : 'level.notReached')}
        </Badge>
      </div>
      <ul className="mt-3 flex flex-col gap-2.5 text-muted">{children}</ul>
    </div>
  );
}

function Right(props: { readonly isOpen: boolean; readonly children: ReactNode }) {
  const Icon = props.isOpen ? IconChosen : IconLater;
  return (
    <li className="flex gap-2.5">
      <Icon
        aria-hidden
        className={`mt-1 size-4 shrink-0 ${props.isOpen ? 'text-up' : 'text-faint'}`}
      />
      <span className="min-w-0">{props.children}</span>
    </li>
  );
}
