/** The dialog that confirms canceling an ad and shows the returned amount. */
import type { OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import { formatGlance } from '../../../format/glance.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ConnectedButton } from '../../parts/connected-button.tsx';

interface AdCancelDialogProps {
  /** The ad to confirm; null: closed. */
  readonly ad: OwnFiatAd | null;
  readonly onClose: () => void;
  readonly onCancel: (ad: OwnFiatAd) => void;
}

/** Confirms the final end of an ad, and shows the returned amount. */
export function AdCancelDialog({ ad, onClose, onCancel }: AdCancelDialogProps) {
  const t = useText('fiat-merchant');
  const { locale } = useFormat();
  const code = ad?.currency_code ?? '';
  const amount = ad === null ? '' : `${formatGlance(locale, ad.remaining, code)} ${code}`;
  return (
    <Dialog
      isOpen={ad !== null}
      onClose={onClose}
      title={t('cancel.title')}
      description={t(ad?.side === 'buy' ? 'cancel.buyHint' : 'cancel.sellHint', { amount })}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('cancel.keep')}
          </Button>
          <div className="flex flex-col gap-2">
            <ConnectedButton
              kind="danger"
              noConnection={t('noConnection')}
              onClick={() => {
                if (ad !== null) onCancel(ad);
                onClose();
              }}
              data-testid="cancel-ad"
            >
              {t('cancel.submit')}
            </ConnectedButton>
          </div>
        </>
      }
    />
  );
}
