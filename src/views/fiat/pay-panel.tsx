/** The payment instructions of an order, each line with a copy button. */
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { Panel } from '../parts/panel.tsx';
import { PrivateNumber } from '../parts/private-number.tsx';
import { PrivatePicture } from '../parts/private-picture.tsx';

/** The amount and the payment details, each line with a button to copy it into the bank's app. */
interface PayPanelProps {
  readonly order: FiatOrderDetail;
  /** Whether the user is to pay now. */
  readonly isDue: boolean;
}

export function PayPanel({ order, isDue }: PayPanelProps) {
  const t = useText('fiat');
  const tPeople = useText('people');
  const { payee, role } = order;
  return (
    <Panel title={t(role === 'buyer' ? 'payee.title' : 'payee.own')}>
      <DetailList>
        <DetailRow name={t('order.amount')}>
          <span className="text-lg font-semibold">
            <Amount value={order.amount} code={order.fiat_code} />
          </span>
          <CopyButton text={order.amount} label={t('payee.copyAmount')} />
        </DetailRow>
        <DetailRow name={t('order.reference')}>
          <span translate="no">{order.payment_reference}</span>
          <CopyButton text={order.payment_reference} label={t('payee.copyReference')} />
        </DetailRow>
        <DetailRow name={t('order.payment')}>{t(`pay.${payee.kind}`)}</DetailRow>
        <DetailRow name={tPeople('field.realName')}>
          <bdi>{payee.real_name}</bdi>
          <CopyButton text={payee.real_name} label={t('payee.copyName')} />
        </DetailRow>
        {payee.bank !== null && (
          <DetailRow name={tPeople('field.bank')}>
            <bdi>{payee.bank}</bdi>
          </DetailRow>
        )}
        {payee.branch !== null && (
          <DetailRow name={tPeople('field.branch')}>
            <bdi>{payee.branch}</bdi>
          </DetailRow>
        )}
        {payee.nickname !== null && (
          <DetailRow name={tPeople('field.nickname')}>
            <bdi>{payee.nickname}</bdi>
          </DetailRow>
        )}
        <DetailRow name={tPeople(`account.${payee.kind}`)}>
          {role === 'seller' ? (
            <PrivateNumber number={payee.account} />
          ) : (
            <>
              <bdi translate="no">{payee.account}</bdi>
              {order.end === null && (
                <CopyButton text={payee.account} label={t('payee.copyAccount')} />
              )}
            </>
          )}
        </DetailRow>
        {payee.qr_picture_id !== null && (
          <DetailRow name={t('payee.code')}>
            <PrivatePicture id={payee.qr_picture_id} label={t('payee.code')} />
          </DetailRow>
        )}
      </DetailList>
      {isDue && <p className="pt-3 text-sm text-muted text-pretty">{t('payee.warning')}</p>}
    </Panel>
  );
}
