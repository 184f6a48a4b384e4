/** The terms of an order and its counterparty. */
import { Link } from 'react-router-dom';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { Panel } from '../parts/panel.tsx';

/** The agreed terms and the counterparty. */
export function OrderTerms({ order }: { readonly order: FiatOrderDetail }) {
  const t = useText('fiat');
  const format = useFormat();
  const other = order.role === 'buyer' ? 'seller' : 'buyer';
  return (
    <Panel title={t('order.terms')}>
      <DetailList>
        <DetailRow name={t('order.price')}>
          <Amount value={order.price} code={order.fiat_code} />
        </DetailRow>
        <DetailRow name={t('order.quantity')}>
          <Amount value={order.quantity} code={order.currency_code} />
        </DetailRow>
        <DetailRow name={t('order.amount')}>
          <Amount value={order.amount} code={order.fiat_code} />
        </DetailRow>
        <DetailRow name={t('order.counterparty')}>
          <bdi>{order.counterparty}</bdi>
        </DetailRow>
        <DetailRow name={t(`order.realName.${other}`)}>
          <bdi data-testid="real-name-of-other">{order.real_names[other] ?? '–'}</bdi>
        </DetailRow>
        <DetailRow name={t('order.shop')}>
          <Link to={`/shop?id=${order.shop_id}`} className="touch-target text-accent underline">
            {t('order.seeShop')}
          </Link>
        </DetailRow>
        <DetailRow name={t('order.created')}>{format.dateTime(order.created_at)}</DetailRow>
        <DetailRow name={t('order.number')}>
          <span translate="no">{order.id}</span>
          <CopyButton text={order.id} label={t('order.copyNumber')} />
        </DetailRow>
      </DetailList>
      {order.remark !== '' && (
        <div className="mt-2 rounded-control bg-sunken p-3 text-sm">
          <h3 className="text-xs text-muted">{t('ad.remark')}</h3>
          <p dir="auto" className="pt-1 leading-relaxed whitespace-pre-wrap wrap-anywhere">
            {order.remark}
          </p>
        </div>
      )}
    </Panel>
  );
}
