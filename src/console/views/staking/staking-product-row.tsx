/** One savings product: terms, held principal and state. */
import type { OperatorStakingDesk } from '../../../../contract/operator/schemas/staking.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { StakingProductChanges } from './staking-changes.tsx';

const TONE = { open: 'up', closed: 'down' } as const;

interface StakingProductProps {
  readonly product: OperatorStakingDesk['products'][number];
}

/** A product with the actions on it. */
export function StakingProductRow({ product }: StakingProductProps) {
  const t = useText('operator');
  const format = useFormat();
  const { currency_code: currency, state } = product;
  const name = `${currency} · ${t('staking.days', { count: product.cycle_days })}`;
  return (
    <section aria-label={name} className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-48 flex-1 text-sm text-muted">
          <h2 className="flex flex-wrap items-center gap-2 text-base font-semibold text-ink">
            {name}
            <Badge tone={TONE[state]}>{t(`staking.${state}`)}</Badge>
          </h2>
          <p>
            {t('staking.rules', {
              daily: format.fineRate(product.daily_ppb),
              // Joined, so that no line breaks at the dash.
              amounts: [product.amount_min, product.amount_max]
                .map((amount) => format.amount(amount))
                .join('\u2060–\u2060'),
              user: format.amount(product.user_max),
            })}
          </p>
          <p>
            {t('staking.held', {
              taken: format.amount(product.taken),
              quota: format.amount(product.quota),
              currency,
            })}
          </p>
        </div>
        <StakingProductChanges product={product} name={name} />
      </div>
      <LastActNote act={product.last_act} kind="staking_product" id={String(product.id)} />
    </section>
  );
}
