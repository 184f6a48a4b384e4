/** A row of a savings position with its paid days. */
import { memo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { StakingPosition } from '../../../contract/staking/staking.ts';
import { useLogos } from '../../app/wallet/use-wallet-coins.ts';
import { useText } from '../../i18n/use-text.ts';
import { AmountText } from '../../ui/amount.tsx';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { FROM_LIST } from '../parts/record-sheet.tsx';

/** One position of a list: principal, accumulated earnings, days left. */
export const PositionRow = memo(function PositionRow({
  position,
}: {
  readonly position: StakingPosition;
}) {
  const t = useText('staking');
  const logoOf = useLogos();
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(search);
  address.set('id', position.id);
  const { currency_code: code, paid_days: paid, cycle_days: days } = position;
  return (
    <Link
      to={`${pathname}?${address.toString()}`}
      state={FROM_LIST}
      data-testid="record"
      className="flex gap-3 border-b border-line py-3 -outline-offset-2 hover:bg-tint md:px-2"
    >
      <CurrencyLogo code={code} src={logoOf(position.currency_id)} />
      <span className="flex min-w-0 flex-1 flex-col gap-1.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <span className="font-semibold">
            <AmountText value={position.amount} code={code} />
          </span>
          <span className="text-sm text-up">
            <AmountText sign="+" value={position.earned} code={code} />
          </span>
        </span>
        <ProgressBar done={paid} total={days} label={t('paidDays', { paid, count: days })} />
        <span aria-hidden className="figures text-xs text-muted">
          {t('paidDays', { paid, count: days })}
        </span>
      </span>
    </Link>
  );
});
