/** The bar of an ad's remainder, open orders and sold part. */
import { Amount } from '../../../ui/amount.tsx';
import type { OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import { useText } from '../../../i18n/use-text.ts';

const PARTS = [
  { name: 'remaining', field: 'remaining', style: 'bg-accent' },
  { name: 'inOrders', field: 'in_orders', style: 'bg-warn' },
  { name: 'sold', field: 'sold', style: 'bg-up' },
] as const;

/** The remaining, reserved and sold parts of an ad: a bar and its figures. */
export function AdParts({ ad }: { readonly ad: OwnFiatAd }) {
  const t = useText('fiat-merchant');
  return (
    <div className="flex flex-col gap-2">
      <div aria-hidden className="flex h-1.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {PARTS.filter(({ field }) => ad[field] !== '0').map(({ name, field, style }) => (
          <span
            key={name}
            className={style}
            style={{ width: `${(Number(ad[field]) / Number(ad.total)) * 100}%` }}
          />
        ))}
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-5 gap-y-1 text-sm sm:flex sm:flex-wrap">
        {PARTS.map(({ name, field, style }) => (
          <div key={name} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
            <span aria-hidden className={`size-2 shrink-0 self-center rounded-full ${style}`} />
            <dt className="text-muted">{t(`part.${name}`)}</dt>
            <dd data-testid={`part-${name}`} className="figures">
              <Amount value={ad[field]} code={ad.currency_code} isCodeHidden isGlance />
            </dd>
          </div>
        ))}
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
          <span aria-hidden className="size-2 shrink-0 self-center rounded-full bg-edge" />
          <dt className="text-muted">{t('part.total')}</dt>
          <dd className="figures">
            <Amount value={ad.total} code={ad.currency_code} isGlance />
          </dd>
        </div>
      </dl>
    </div>
  );
}
