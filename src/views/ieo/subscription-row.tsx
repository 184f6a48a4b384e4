/** A row of a token subscription. */
import { memo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { IeoSubscription } from '../../../contract/ieo/ieo.ts';
import { useLogos } from '../../app/wallet/use-wallet-coins.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { AmountText } from '../../ui/amount.tsx';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { FROM_LIST } from '../parts/record-sheet.tsx';

/** One subscription of a list: quantity, payment, and the received tokens. */
export const SubscriptionRow = memo(function SubscriptionRow({
  subscription,
}: {
  readonly subscription: IeoSubscription;
}) {
  const t = useText('ieo');
  const format = useFormat();
  const logoOf = useLogos();
  const { pathname, search } = useLocation();
  const address = new URLSearchParams(search);
  address.set('id', subscription.id);
  const { token_code: code, allocated } = subscription;
  return (
    <Link
      to={`${pathname}?${address.toString()}`}
      state={FROM_LIST}
      data-testid="record"
      className="flex gap-3 border-b border-line py-3 -outline-offset-2 hover:bg-tint md:px-2"
    >
      <CurrencyLogo code={code} src={logoOf(subscription.token_currency_id)} />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <span className="font-semibold">
            <AmountText value={subscription.quantity} code={code} />
          </span>
          {allocated !== null && (
            <span className="text-sm text-up">
              {t('allocated')} <AmountText value={allocated} code={code} />
            </span>
          )}
        </span>
        <span className="figures flex flex-wrap justify-between gap-x-3 text-xs text-muted">
          <span>
            {t('paid')} <AmountText value={subscription.paid} code={subscription.pay_code} />
          </span>
          <span>{format.dateTime(subscription.subscribed_at)}</span>
        </span>
      </span>
    </Link>
  );
});
