/** The figures of all fast contracts of one duration. */
import { fairnessOf, type FairnessSums } from '../../../contract/figures/micro-fairness.ts';
import { leanOf, type LeanVerdict } from '../../../contract/figures/micro-lean.ts';
import { SCALE_MAX } from '../../../contract/money/decimal.ts';
import { SECOND_MS } from '../../../contract/time.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { profitText, shortAmount } from '../parts/lever/lever-text.ts';
import { Panel } from '../parts/panel.tsx';

interface FairnessPanelProps {
  readonly seconds: number;
  readonly sums: FairnessSums;
  /** Currency of the stakes. */
  readonly code: string;
}

const NONE = '–';
/** Deviations are shown in tenths, correlations in hundredths. */
const TENTHS = 10;
const HUNDREDTHS = 100;
const TONES = { fair: 'up', against: 'down', few: 'neutral' } as const;

export function FairnessPanel({ seconds, sums, code }: FairnessPanelProps) {
  const t = useText('micro');
  const format = useFormat();
  const delayText = useDelayText();
  const fairness = fairnessOf(sums, SCALE_MAX);
  const lean = leanOf(sums, seconds);
  const number = (value: number) => format.amount(String(value));
  const rounded = (value: number | null, parts: number) =>
    value === null ? NONE : number(Math.round(value * parts) / parts);
  const { rightBp, breakEvenBp, kept, keptAtEvenOdds, deviations } = fairness;
  const shareOf = (bp: number | null) => (bp === null ? NONE : format.ratio(bp));
  return (
    <Panel title={t('verify.seconds', { value: seconds })}>
      <DetailList>
        <DetailRow name={t('fairness.figure.orders')}>{number(fairness.orders)}</DetailRow>
        <DetailRow name={t('fairness.figure.won')}>
          {`${number(sums.wonUp)} / ${number(sums.wonDown)}`}
        </DetailRow>
        <DetailRow name={t('fairness.figure.lost')}>
          {`${number(sums.lostUp)} / ${number(sums.lostDown)}`}
        </DetailRow>
        <DetailRow name={t('fairness.figure.drawn')}>{number(sums.drawn)}</DetailRow>
        <DetailRow name={t('fairness.figure.unopened')}>{number(sums.unopened)}</DetailRow>
        <DetailRow name={t('fairness.figure.unpriced')}>{number(sums.unpriced)}</DetailRow>
        <DetailRow name={t('fairness.figure.right')}>{shareOf(rightBp)}</DetailRow>
        <DetailRow name={t('fairness.figure.breakEven')}>{shareOf(breakEvenBp)}</DetailRow>
        <DetailRow name={t('fairness.figure.stakes')}>
          {shortAmount(format, sums.stake, code, 'floor')}
        </DetailRow>
        <DetailRow name={t('fairness.figure.payouts')}>
          {shortAmount(format, sums.payout, code, 'floor')}
        </DetailRow>
        <DetailRow name={t('fairness.figure.kept')}>{profitText(format, kept, code)}</DetailRow>
        <DetailRow name={t('fairness.figure.even')}>
          {profitText(format, keptAtEvenOdds, code)}
        </DetailRow>
        <DetailRow name={t('fairness.figure.deviations')}>{rounded(deviations, TENTHS)}</DetailRow>
        <DetailRow name={t('fairness.figure.correlation')}>
          {rounded(lean.correlation, HUNDREDTHS)}
        </DetailRow>
        <DetailRow name={t('fairness.figure.leaning')}>
          {rounded(lean.deviations, TENTHS)}
        </DetailRow>
        <DetailRow name={t('fairness.figure.openingDelay')}>
          {delayText(fairness.openingDelayMs, sums.openingDelayMaxMs)}
        </DetailRow>
        <DetailRow name={t('fairness.figure.settlingDelay')}>
          {delayText(fairness.settlingDelayMs, sums.settlingDelayMaxMs)}
        </DetailRow>
      </DetailList>
      <LeanBadge verdict={lean.verdict} />
    </Panel>
  );
}

/** Words and color say whether prices moved against the larger stakes. */
function LeanBadge({ verdict }: { readonly verdict: LeanVerdict }) {
  const t = useText('micro');
  return (
    <p data-testid="lean" data-verdict={verdict} className="pt-2">
      <Badge tone={TONES[verdict]}>{t(`fairness.skew.${verdict}`)}</Badge>
    </p>
  );
}

function useDelayText(): (meanMs: number | null, longestMs: number) => string {
  const t = useText('micro');
  const format = useFormat();
  const secondsOf = (ms: number) => format.amount(String(ms / SECOND_MS));
  return (meanMs, longestMs) =>
    meanMs === null
      ? NONE
      : t('fairness.delay', { mean: secondsOf(meanMs), longest: secondsOf(longestMs) });
}
