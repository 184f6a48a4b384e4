/** The figures of a merchant: levels, completion rate and times. */
import type { Shop } from '../../../contract/fiat/fiat-market.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { IconChosen, IconClose } from '../../ui/icons.ts';

const LEVELS = ['mobile', 'real_name', 'advanced'] as const;
const PPM_PER_PERCENT = 10_000;

/** The merchant's levels, and the statistics of their orders. */
export function ShopFigures({ shop }: { readonly shop: Shop }) {
  const t = useText('fiat');
  const format = useFormat();
  const { figures, levels } = shop;
  const minutes = (ms: number | null) =>
    ms === null
      ? t('shop.unknown')
      : t('shop.minutes', { count: Math.max(1, Math.round(ms / MINUTE_MS)) });
  return (
    <section className="rounded-card bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">
          <bdi>{shop.name}</bdi>
        </h2>
        <Badge tone={shop.is_open ? 'up' : 'neutral'}>
          {t(shop.is_open ? 'shop.open' : 'shop.closed')}
        </Badge>
      </div>
      <ul aria-label={t('shop.levels')} className="flex flex-wrap gap-x-4 gap-y-1 py-3">
        {LEVELS.map((level) => {
          const Icon = levels[level] ? IconChosen : IconClose;
          return (
            <li key={level} className="flex items-center gap-1.5 text-sm">
              <Icon
                role="img"
                aria-label={t(levels[level] ? 'shop.has' : 'shop.hasNot')}
                className={`size-4 ${levels[level] ? 'text-up' : 'text-faint'}`}
              />
              {t(`shop.level.${level}`)}
            </li>
          );
        })}
      </ul>
      <DetailList>
        <DetailRow name={t('shop.registered')}>{format.date(shop.registered_at)}</DetailRow>
        <DetailRow name={t('shop.orders')}>{figures.total_orders}</DetailRow>
        <DetailRow name={t('shop.orders30')}>{figures.orders_30_days}</DetailRow>
        <DetailRow name={t('shop.completed')}>{figures.completed_orders}</DetailRow>
        <DetailRow name={t('shop.completion')}>
          {figures.completion_percent === null
            ? t('shop.unknown')
            : format.rate(figures.completion_percent * PPM_PER_PERCENT)}
        </DetailRow>
        <DetailRow name={t('shop.release')}>{minutes(figures.average_release_ms)}</DetailRow>
        <DetailRow name={t('shop.pay')}>{minutes(figures.average_pay_ms)}</DetailRow>
      </DetailList>
    </section>
  );
}
