/** The card of the own shop: name, levels, figures and deposit. */
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { OwnShop } from '../../../../contract/fiat/fiat-market.ts';
import { MINUTE_MS } from '../../../../contract/time.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconShop } from '../../../ui/icons.ts';
import { ShopClosingSheet } from './shop-closing-sheet.tsx';

const LEVELS = ['mobile', 'real_name', 'advanced'] as const;
const PPM_PER_PERCENT = 10_000;

interface ShopCardProps {
  readonly shop: OwnShop;
  readonly onChanged: () => void;
}

/** The user's shop: name, levels, figures, deposit, and a button that closes it. */
export function ShopCard({ shop, onChanged }: ShopCardProps) {
  const t = useText('fiat-merchant');
  const tFiat = useText('fiat');
  const format = useFormat();
  const [isClosing, setClosing] = useState(false);
  return (
    <section aria-label={t('shop.own')} className="rounded-card bg-surface p-5">
      <div className="flex items-center gap-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
          <IconShop aria-hidden className="size-6" />
        </span>
        <div className="min-w-0">
          <h2 data-testid="shop-name" className="text-lg font-semibold wrap-anywhere">
            <bdi>{shop.name}</bdi>
          </h2>
          <p className="text-sm text-muted">
            {t('shop.since', { date: format.date(shop.registered_at) })}
          </p>
        </div>
      </div>
      <ul aria-label={tFiat('shop.levels')} className="mt-3 flex flex-wrap gap-1.5">
        {LEVELS.map((level) => (
          <li key={level}>
            <Badge tone={shop.levels[level] ? 'up' : 'neutral'}>
              {tFiat(`shop.level.${level}`)}
              <span aria-hidden>{shop.levels[level] ? '✓' : '–'}</span>
              <span className="sr-only">
                {tFiat(shop.levels[level] ? 'shop.has' : 'shop.hasNot')}
              </span>
            </Badge>
          </li>
        ))}
      </ul>
      <Figures shop={shop} />
      {shop.is_open && (
        <div className="mt-3 flex flex-wrap gap-3 *:grow">
          <Link
            to={`/shop?id=${shop.id}`}
            className="inline-flex min-h-11 items-center justify-center rounded-control px-3 text-sm font-semibold text-accent hover:bg-accent-soft"
          >
            {t('shop.asOthers')}
          </Link>
          <Button kind="danger" size="small" className="min-h-11" onClick={() => setClosing(true)}>
            {t('close.open')}
          </Button>
        </div>
      )}
      {isClosing && (
        <ShopClosingSheet shop={shop} onClose={() => setClosing(false)} onClosed={onChanged} />
      )}
    </section>
  );
}

function Figures({ shop }: { readonly shop: OwnShop }) {
  const t = useText('fiat');
  const tMerchant = useText('fiat-merchant');
  const format = useFormat();
  const { figures } = shop;
  const minutes = (ms: number | null) =>
    ms === null
      ? t('shop.unknown')
      : t('shop.minutes', { count: Math.max(1, Math.round(ms / MINUTE_MS)) });
  const { completion_percent: percent } = figures;
  const count = (orders: number) => format.amount(String(orders));
  return (
    <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-4 gap-y-3">
      <Figure name={t('shop.orders')}>{count(figures.total_orders)}</Figure>
      <Figure name={t('shop.orders30')}>{count(figures.orders_30_days)}</Figure>
      <Figure name={t('shop.completed')}>{count(figures.completed_orders)}</Figure>
      <Figure name={t('shop.completion')}>
        {percent === null ? t('shop.unknown') : format.rate(percent * PPM_PER_PERCENT)}
      </Figure>
      <Figure name={t('shop.release')}>{minutes(figures.average_release_ms)}</Figure>
      <Figure name={t('shop.pay')}>{minutes(figures.average_pay_ms)}</Figure>
      {shop.is_open && (
        <Figure name={tMerchant('shop.deposit')}>
          {format.amount(shop.deposit)} {shop.deposit_currency_code}
        </Figure>
      )}
    </dl>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted wrap-anywhere">{name}</dt>
      <dd className="figures font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
