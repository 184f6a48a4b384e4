/** One ad of the market: merchant, price, limits and payment kinds. */
import { Link } from 'react-router-dom';
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Amount } from '../../ui/amount.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DeviationNote } from './deviation-note.tsx';
import { PaymentKinds } from './payment-kinds.tsx';

interface AdRowProps {
  readonly ad: FiatAd;
  /** Whether it names its merchant. */
  readonly isShopShown: boolean;
  readonly onOpen: () => void;
}

/** One ad: merchant, price, limits and payment kinds. The button covers all of it. */
export function AdRow({ ad, isShopShown, onOpen }: AdRowProps) {
  const t = useText('fiat');
  const format = useFormat();
  // The ad has the merchant's side, so the user takes the opposite one.
  const side = ad.side === 'sell' ? 'buy' : 'sell';
  const money = (text: string) => `${format.amount(text)} ${ad.fiat_code}`;
  return (
    <article
      data-testid="fiat-ad"
      className="relative flex flex-col gap-2.5 border-b border-line px-gutter py-4 hover:bg-tint md:rounded-card md:border md:bg-surface"
    >
      {isShopShown && <Merchant ad={ad} />}
      <div className="flex flex-wrap items-end justify-end gap-3">
        <div className="min-w-0 flex-[1_1_11rem]">
          <p className="figures text-xl leading-tight font-semibold wrap-anywhere">
            {ad.price === null ? t('ad.noPrice') : format.amount(ad.price)}{' '}
            <span className="text-sm font-normal text-muted">{ad.fiat_code}</span>
          </p>
          <DeviationNote ad={ad} />
          <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
            <dt className="text-faint">{t('ad.remaining')}</dt>
            {/* Above the button that covers the row. */}
            <dd className="z-1 w-fit">
              <Amount value={ad.remaining} code={ad.currency_code} isGlance />
            </dd>
            <dt className="text-faint">{t('ad.limits')}</dt>
            <dd className="figures wrap-break-word">
              {format.amount(ad.min_amount)} – {money(ad.max_amount)}
            </dd>
          </dl>
        </div>
        {ad.is_own ? (
          <Badge>{t('ad.own')}</Badge>
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            aria-label={t(`ad.take.${side}`, { coin: ad.currency_code, shop: ad.shop.name })}
            className={classNames(
              'min-h-11 shrink-0 rounded-control px-5 text-sm font-semibold text-canvas after:absolute after:inset-0',
              side === 'buy' ? 'bg-up' : 'bg-down',
            )}
          >
            {t(`side.${side}`)}
          </button>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <PaymentKinds kinds={ad.payment_kinds} />
        <span className="figures text-xs text-faint">
          {t('ad.window', { minutes: ad.payment_window_min })}
        </span>
      </div>
    </article>
  );
}

function Merchant({ ad: { shop } }: Pick<AdRowProps, 'ad'>) {
  const t = useText('fiat');
  const { completion_percent: percent } = shop;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <Link
        to={`/shop?id=${shop.id}`}
        className="touch-target z-1 flex min-w-0 items-center gap-2 rounded-tag font-semibold hover:text-accent"
      >
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
        >
          {[...shop.name][0]}
        </span>
        <bdi className="min-w-0 wrap-anywhere">{shop.name}</bdi>
      </Link>
      <span className="figures text-xs text-muted">
        {t('ad.orders', { count: shop.orders_30_days })}
        {percent !== null && ` · ${t('ad.completion', { percent })}`}
      </span>
    </p>
  );
}
