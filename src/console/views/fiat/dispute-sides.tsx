/** The two sides of a dispute with their order history. */
import type { DisputeDetail, DisputeSide } from '../../../../contract/operator/schemas/fiat.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { PersonLink } from '../parts/person-link.tsx';

/** The two users and the figures of their earlier orders. */
export function DisputeSides({ dispute }: { readonly dispute: DisputeDetail }) {
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 @min-[40rem]:grid-cols-2">
        <Side party="buyer" side={dispute.sides.buyer} />
        <Side party="seller" side={dispute.sides.seller} />
      </div>
    </div>
  );
}

interface SideProps {
  readonly party: 'buyer' | 'seller';
  readonly side: DisputeSide;
}

function Side({ party, side }: SideProps) {
  const t = useText('operator');
  const format = useFormat();
  const { shop } = side;
  return (
    <section data-testid={`side-${party}`}>
      <h3 className="flex items-center gap-2 font-semibold">
        {t(`role.${party}`)}
        {side.disabled_at !== null && <Badge tone="down">{t('user.disabled')}</Badge>}
      </h3>
      <p className="py-1">
        <PersonLink person={side} />
      </p>
      <DetailList>
        <DetailRow name={t('dispute.realName')}>
          <bdi>{side.real_name ?? '–'}</bdi>
        </DetailRow>
        {shop !== null && (
          <DetailRow name={t('dispute.shop')}>
            <bdi>{shop.name}</bdi>
          </DetailRow>
        )}
        <DetailRow name={t('dispute.orders')}>
          {t('dispute.completedOf', { completed: side.completed_orders, orders: side.orders })}
        </DetailRow>
        {shop?.figures.completion_percent != null && (
          <DetailRow name={t('dispute.completion')}>
            {format.rate(shop.figures.completion_percent * 10_000)}
          </DetailRow>
        )}
        <DetailRow name={t('dispute.disputed')}>{side.disputed_orders}</DetailRow>
        <DetailRow name={t('dispute.cancellations')}>
          {t('dispute.ofMost', {
            number: side.cancellations_today,
            most: LIMITS.fiat_cancellations_per_day_max,
          })}
        </DetailRow>
        <DetailRow name={t('dispute.falsePayments')}>
          {t('dispute.ofMost', {
            number: side.false_payments,
            most: LIMITS.fiat_false_payments_max,
          })}
        </DetailRow>
      </DetailList>
    </section>
  );
}
