/** The card of a savings product. */
import { Link, useLocation } from 'react-router-dom';
import { annualPpmOf } from '../../../contract/figures/staking.ts';
import type { OfferedProduct } from '../../app/staking/use-staking-products.ts';
import { useLogos } from '../../app/wallet/use-wallet-coins.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { FROM_LIST } from '../parts/record-sheet.tsx';

const WHOLE_PERCENT = 100;

/** One product: term, earnings, bounds, the rest of its quota, and the link to its form. */
export function ProductCard({ product }: { readonly product: OfferedProduct }) {
  const t = useText('staking');
  const format = useFormat();
  const { pathname } = useLocation();
  const logoOf = useLogos();
  const { id, currency_id: currencyId, currency_code: code, quota, quota_left: left } = product;
  const isOffered = product.is_open && left !== '0';
  const amount = (text: string) => `${format.amount(text)} ${code}`;
  return (
    <article
      className="flex h-full flex-col gap-2 rounded-card bg-surface p-4"
      data-testid="product"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CurrencyLogo code={code} src={logoOf(currencyId)} />
        <h2 className="min-w-0 flex-[1_1_6rem] font-semibold">
          {t('productName', { code, term: t('days', { count: product.cycle_days }) })}
        </h2>
        <p className="ms-auto min-w-0 text-end wrap-anywhere">
          <span className="figures block text-xl font-semibold text-up">
            {format.rate(Number(annualPpmOf(product.daily_ppb)))}
          </span>
          <span className="block text-xs text-muted">{t('annual')}</span>
        </p>
      </div>
      <DetailList>
        <DetailRow name={t('daily')}>{format.fineRate(product.daily_ppb)}</DetailRow>
        <DetailRow name={t('bounds')}>
          {amount(product.amount_min)} – {amount(product.amount_max)}
        </DetailRow>
      </DetailList>
      <div className="flex flex-col gap-1.5">
        <ProgressBar
          done={WHOLE_PERCENT - product.leftPercent}
          total={WHOLE_PERCENT}
          label={t('left', { left: amount(left), quota: amount(quota) })}
        />
        <p aria-hidden className="figures text-xs text-muted">
          {t('left', { left: amount(left), quota: amount(quota) })}
        </p>
      </div>
      <div className="mt-auto pt-2">
        {isOffered ? (
          <Link
            to={`${pathname}?product=${id}`}
            state={FROM_LIST}
            className={`${buttonStyle('primary', 'small')} w-full`}
          >
            {t('open')}
          </Link>
        ) : (
          <p className="py-2 text-center text-sm text-muted">
            {product.is_open ? t('soldOut') : t('closed')}
          </p>
        )}
      </div>
    </article>
  );
}
