/** The vouchers and claims of an order. */
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Panel } from '../parts/panel.tsx';
import { PrivatePicture } from '../parts/private-picture.tsx';

/** The pictures of the payment, and the claims of a dispute. Nothing if there are none. */
export function OrderEvidence({ order }: { readonly order: FiatOrderDetail }) {
  const t = useText('fiat');
  const format = useFormat();
  return (
    <>
      {order.voucher_ids.length > 0 && (
        <Panel title={t('order.vouchers')}>
          <Pictures ids={order.voucher_ids} />
        </Panel>
      )}
      {order.claims.length > 0 && (
        <Panel title={t('order.claims')}>
          <ul className="flex flex-col divide-y divide-line">
            {order.claims.map((claim) => (
              <li
                key={claim.at}
                data-testid="claim"
                className="flex flex-col gap-2 py-3 first:pt-0"
              >
                <p className="text-sm text-muted">
                  {t(`by.${claim.by === order.role ? 'you' : claim.by}`)} ·{' '}
                  <span className="figures">{format.dateTime(claim.at)}</span>
                </p>
                <p className="font-semibold">{t(`claim.${claim.reason}`)}</p>
                <p dir="auto" className="leading-relaxed whitespace-pre-wrap wrap-anywhere">
                  {claim.content}
                </p>
                <Pictures ids={claim.picture_ids} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function Pictures({ ids }: { readonly ids: readonly string[] }) {
  const t = useText('fiat');
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {ids.map((id, index) => (
        <PrivatePicture key={id} id={id} label={t('order.picture', { number: index + 1 })} />
      ))}
    </div>
  );
}
