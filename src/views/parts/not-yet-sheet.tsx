/** The sheet for a feature that is not available yet. */
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { Sheet } from '../../ui/sheet.tsx';
import type { LaterFeature } from './later-feature.ts';

interface NotYetSheetProps {
  /** The requested feature; null: closed. */
  readonly feature: LaterFeature | null;
  readonly onClose: () => void;
}

/** Explains that a feature is not available yet, and names an alternative. */
export function NotYetSheet({ feature, onClose }: NotYetSheetProps) {
  const t = useText('common');
  return (
    <Sheet
      isOpen={feature !== null}
      onClose={onClose}
      title={t('soon.title')}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button kind="secondary" onClick={onClose}>
            {t('action.gotIt')}
          </Button>
          <Link to="/market" onClick={onClose} className={`${buttonStyle()} px-3`}>
            {t('soon.openMarkets')}
          </Link>
        </div>
      }
    >
      <p className="px-5 pb-6 leading-relaxed text-muted">
        {feature !== null && t('soon.text', { feature: t(`soon.feature.${feature}`) })}
      </p>
    </Sheet>
  );
}
