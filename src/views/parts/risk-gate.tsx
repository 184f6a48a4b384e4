/** The gate of a risky product: shows the risk notice until it is accepted, and a message while the product is off. */
import { useState, type ReactNode } from 'react';
import type { Product } from '../../../contract/people/risk-versions.ts';
import { useQuery } from '../../app/core/hooks/use-query.ts';
import { useRiskStanding } from '../../app/people/use-risk-standing.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { ConnectedButton } from './connected-button.tsx';
import { Notice } from './notice.tsx';

interface RiskGateProps {
  readonly product: Product;
  /** Shown once the notice is accepted. */
  readonly children: ReactNode;
}

/** `children` for users who may place orders; the way to the notice, or the reason, for others. */
export function RiskGate({ product, children }: RiskGateProps) {
  const t = useText('parts');
  const { isOff, isNoticeDue, isAccepting, accept } = useRiskStanding(product);
  const [isOpen, setOpen] = useState(false);
  if (isOff) return null;
  if (!isNoticeDue) return children;
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="plain">{t(`risk.${product}.needed`)}</Notice>
      <Button type="button" className="w-full" onClick={() => setOpen(true)}>
        {t('risk.read')}
      </Button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t(`risk.${product}.title`)}
        isTitleShown
      >
        <RiskNotice product={product} isAccepting={isAccepting} onAccept={accept} />
      </Sheet>
    </div>
  );
}

interface ProductOffProps {
  readonly product: Product;
}

/** Says that the product takes no new orders; nothing while it does. */
export function ProductOff({ product }: ProductOffProps) {
  const t = useText('parts');
  const { isOff } = useRiskStanding(product);
  return isOff ? <Notice tone="warn">{t(`risk.${product}.off`)}</Notice> : null;
}

const PPM_OF_PERCENT = 10_000;
const LINES = {
  lever: [
    'risk.lever.leverage',
    'risk.lever.stopOut',
    'risk.lever.house',
    'risk.lever.nights',
    'risk.lever.limit',
  ],
  micro: [
    'risk.micro.chance',
    'risk.micro.rates',
    'risk.micro.house',
    'risk.micro.noCancel',
    'risk.micro.check',
  ],
} as const;

interface RiskNoticeProps {
  readonly product: Product;
  readonly isAccepting: boolean;
  readonly onAccept: () => void;
}

function RiskNotice({ product, isAccepting, onAccept }: RiskNoticeProps) {
  const t = useText('parts');
  const [hasRead, setRead] = useState(false);
  return (
    <div className="flex flex-col gap-4 px-gutter pb-6">
      <ul className="flex list-disc flex-col gap-2 ps-5 leading-relaxed">
        {LINES[product].map((line) => (
          <li key={line}>{t(line)}</li>
        ))}
      </ul>
      <LosingAccounts product={product} />
      <Checkbox checked={hasRead} onChange={setRead}>
        {t('risk.check')}
      </Checkbox>
      <ConnectedButton
        type="button"
        disabled={!hasRead}
        pending={isAccepting}
        noConnection={t('noConnection')}
        onClick={onAccept}
        data-testid="accept-risk"
      >
        {t('risk.accept')}
      </ConnectedButton>
    </div>
  );
}

/** The share of accounts that lost money, as the ledger counts it. */
function LosingAccounts({ product }: Pick<RiskNoticeProps, 'product'>) {
  const t = useText('parts');
  const format = useFormat();
  const { data } = useQuery('getRiskDisclosure', { product });
  if (data === null) return null;
  return (
    <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
      {data.losing_percent === null
        ? t(`risk.${product}.tooFew`)
        : t(`risk.${product}.losing`, { share: format.rate(data.losing_percent * PPM_OF_PERCENT) })}
    </p>
  );
}
