/** The amounts that an order pays and receives, with their rule. */
import { Link } from 'react-router-dom';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderFormView } from '../../app/fiat/use-fiat-order-form.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';

interface OrderSumsProps {
  readonly ad: FiatAd;
  readonly form: FiatOrderFormView;
}

/** The paid and the received amount, and the rounding rule. */
export function OrderSums({ ad, form }: OrderSumsProps) {
  const t = useText('fiat');
  const format = useFormat();
  const { size, isSelling, available, fields } = form;
  const amount = size === null ? '–' : `${format.amount(size.amount)} ${ad.fiat_code}`;
  const quantity = size === null ? '–' : `${format.amount(size.quantity)} ${ad.currency_code}`;
  return (
    <div className="rounded-control bg-sunken px-3">
      <DetailList>
        <DetailRow name={t(isSelling ? 'sums.hand' : 'sums.pay')}>
          <span data-testid="sum-given" className="figures font-semibold">
            {isSelling ? quantity : amount}
          </span>
        </DetailRow>
        <DetailRow name={t('sums.get')}>
          <span data-testid="sum-got" className="figures font-semibold">
            {isSelling ? amount : quantity}
          </span>
        </DetailRow>
        {available !== null && (
          <DetailRow name={t('sums.available')}>
            <span className="flex flex-col items-end gap-1">
              <span className="figures">
                <Amount value={available} code={ad.currency_code} isGlance />
              </span>
              <Link
                to={`/transfer?coin=${ad.currency_code}&to=${ACCOUNT_TYPES.fiat}`}
                className="touch-target text-sm font-semibold text-accent"
              >
                {t('sums.transfer')}
              </Link>
            </span>
          </DetailRow>
        )}
      </DetailList>
      <p className="border-t border-line py-2 text-xs text-muted">
        {t(fields.basis === 'quantity' ? 'sums.ruleQuantity' : 'sums.ruleAmount')}
      </p>
    </div>
  );
}
