/** The dialog that asks for confirmation before a buy ad far from the market price resumes. */
import type { OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import { judgePercent } from '../../../../contract/fiat/fiat-price.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ConnectedButton } from '../../parts/connected-button.tsx';
import { useDeviationWords } from './deviation-words.ts';

/**
 * Returns whether the price is so far from the market that its merchant must confirm it before the
 * ad is visible again.
 */
export const needsConsent = ({ deviation_percent: percent }: OwnFiatAd): boolean =>
  percent !== null && judgePercent(percent) === 'far';

interface AdResumeDialogProps {
  /** The ad to confirm; null: closed. */
  readonly ad: OwnFiatAd | null;
  readonly onClose: () => void;
  readonly onResume: (ad: OwnFiatAd, accepted: string) => void;
}

/**
 * Shows the present deviation of a suspended buy ad's price from the market, before the ad is visible
 * again. A sell ad has `AdResumeSheet`.
 */
export function AdResumeDialog({ ad, onClose, onResume }: AdResumeDialogProps) {
  const t = useText('fiat-merchant');
  const deviationWords = useDeviationWords();
  const percent = ad?.deviation_percent ?? '0';
  return (
    <Dialog
      isOpen={ad !== null}
      onClose={onClose}
      title={t('resume.title')}
      description={deviationWords(ad?.side ?? 'sell', percent)}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('resume.keep')}
          </Button>
          <div className="flex flex-col gap-2">
            <ConnectedButton
              noConnection={t('noConnection')}
              onClick={() => {
                if (ad !== null) onResume(ad, percent);
                onClose();
              }}
              data-testid="resume-ad"
            >
              {t('resume.submit')}
            </ConnectedButton>
          </div>
        </>
      }
    />
  );
}
