/** The sheet with the result of one fast contract, and the way to its check. */
import { Link } from 'react-router-dom';
import type { EndedMicroOrder } from '../../../machines/app/micro/ended-orders.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { verifyPath } from './micro-address.ts';
import { OrderTitle } from './order-title.tsx';
import { utcText } from './utc-text.ts';

interface ResultSheetProps {
  /** Null while the sheet is closed. */
  readonly ended: EndedMicroOrder | null;
  readonly onClose: () => void;
}

export function ResultSheet({ ended, onClose }: ResultSheetProps) {
  const t = useText('micro');
  return (
    <Sheet isOpen={ended !== null} onClose={onClose} title={t('result.title')} isTitleShown>
      {ended !== null && <Result ended={ended} />}
    </Sheet>
  );
}

function Result({ ended: { order, outcome } }: { readonly ended: EndedMicroOrder }) {
  const t = useText('micro');
  const format = useFormat();
  const { price_scale: scale, open_price: openPrice, mean_price: mean, receipt } = order;
  const none = t('verify.figure.none');
  const address = new URL(verifyPath(receipt.token), window.location.origin).href;
  const time = (atMs: number | null) => (atMs === null ? none : utcText(atMs));
  return (
    <div className="flex flex-col gap-3 px-gutter pb-6">
      <p>
        <OrderTitle order={order} />
      </p>
      <DetailList>
        <DetailRow name={t('verify.figure.outcome')}>{t(`verify.outcome.${outcome}`)}</DetailRow>
        <DetailRow name={t('verify.figure.payout')}>
          {`${format.amount(order.payout ?? '0')} ${order.currency_code}`}
        </DetailRow>
        <DetailRow name={t('verify.figure.openingPrice')}>
          {openPrice === null ? none : format.price(openPrice, scale)}
        </DetailRow>
        <DetailRow name={t('verify.figure.mean')}>
          {mean === null ? none : format.price(mean, scale + 1)}
        </DetailRow>
        <DetailRow name={t('verify.figure.prices')}>{order.point_count ?? 0}</DetailRow>
        <DetailRow name={t('verify.figure.accepted')}>{utcText(order.accepted_at)}</DetailRow>
        <DetailRow name={t('verify.figure.opened')}>{time(order.opened_at)}</DetailRow>
        <DetailRow name={t('verify.figure.expiry')}>{time(order.expires_at)}</DetailRow>
        <DetailRow name={t('result.receipt')}>
          <span className="break-all">{receipt.token}</span>
          <CopyButton text={receipt.token} label={t('result.receipt')} />
        </DetailRow>
      </DetailList>
      <Link to={verifyPath(receipt.token)} className={buttonStyle()}>
        {t('result.check')}
      </Link>
      <p className="text-sm text-muted">{t('result.waiting')}</p>
      <div className="flex items-center gap-4">
        <QrCode text={address} label={t('result.check')} />
        <p className="min-w-0 flex-1 text-sm text-pretty text-muted">{t('result.scan')}</p>
      </div>
    </div>
  );
}
