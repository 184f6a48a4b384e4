/** The distribution of the user's holdings over coins, as a ring and a table. */
import type { Account } from '../../../../contract/wallet/accounts.ts';
import { formatGlance } from '../../../format/glance.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SecretText } from '../secret-text.tsx';
import { holdingShares, type HoldingShare } from './shares.ts';

const COLOURS = [
  { arc: 'stroke-chart-1', dot: 'bg-chart-1' },
  { arc: 'stroke-chart-2', dot: 'bg-chart-2' },
  { arc: 'stroke-chart-3', dot: 'bg-chart-3' },
  { arc: 'stroke-chart-4', dot: 'bg-chart-4' },
  { arc: 'stroke-chart-5', dot: 'bg-chart-5' },
  { arc: 'stroke-chart-6', dot: 'bg-chart-6' },
] as const;

interface HoldingsDonutProps {
  readonly accounts: readonly Account[];
  readonly equivalentCode: string;
  readonly isHidden: boolean;
}

/**
 * The distribution of the user's holdings over coins: a ring, and a table with the same figures.
 */
export function HoldingsDonut({ accounts, equivalentCode, isHidden }: HoldingsDonutProps) {
  const t = useText('wallet');
  const format = useFormat();
  const shares = holdingShares(accounts);
  if (shares.length === 0) return null;
  return (
    <section
      aria-labelledby="donut-title"
      className="order-last flex flex-col gap-3 rounded-card bg-surface p-4 md:order-none"
    >
      <h2 id="donut-title" className="font-semibold">
        {t('donut.title')}
      </h2>
      <div className="flex flex-wrap items-center justify-center gap-4">
        <Ring shares={shares} />
        <table className="min-w-40 flex-1 text-sm">
          <caption className="sr-only">{t('donut.title')}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('coin.label')}</th>
              <th scope="col">{t('donut.share')}</th>
              <th scope="col">{t('donut.worth', { currency: equivalentCode })}</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ code, sharePpm, equivalent }, index) => (
              <tr key={code ?? 'others'}>
                <th scope="row" className="py-1 text-start font-medium">
                  <span
                    aria-hidden
                    className={`me-2 inline-block size-2.5 rounded-full ${COLOURS[index]?.dot}`}
                  />
                  {code ?? t('donut.others')}
                </th>
                <td className="figures py-1 text-end text-muted">
                  {format.rate(wholeHundredths(sharePpm))}
                </td>
                <td className="sr-only">
                  <SecretText isHidden={isHidden}>
                    {formatGlance(format.locale, equivalent, equivalentCode)}
                  </SecretText>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Two decimals of a percentage are enough here. */
const wholeHundredths = (ppm: number): number => Math.round(ppm / 100) * 100;

const RADIUS = 15.9155;
/** The circumference of the ring is 100 at this radius. */
const LENGTH = 100;
/** Gap between two parts, if there is room for it. */
const GAP = 0.8;
const SEEN_MIN = 0.4;
const PPM_PER_LENGTH = 10_000;

/** Decorative: the table next to it has the same figures. */
function Ring({ shares }: { readonly shares: readonly HoldingShare[] }) {
  return (
    <svg aria-hidden viewBox="0 0 40 40" className="size-32 shrink-0 -rotate-90">
      <circle cx="20" cy="20" r={RADIUS} fill="none" strokeWidth="5" className="stroke-sunken" />
      {shares.map(({ code, sharePpm }, index) => {
        const before = shares.slice(0, index).reduce((sum, share) => sum + share.sharePpm, 0);
        const length = arcLength(sharePpm);
        return (
          <circle
            key={code ?? 'others'}
            cx="20"
            cy="20"
            r={RADIUS}
            fill="none"
            strokeWidth="5"
            strokeDasharray={`${length} ${LENGTH - length}`}
            strokeDashoffset={-before / PPM_PER_LENGTH}
            className={COLOURS[index]?.arc}
          />
        );
      })}
    </svg>
  );
}

/**
 * Returns the length of an arc: its share less the gap, but never so short that it is invisible; a
 * full ring has no gap.
 */
function arcLength(sharePpm: number): number {
  const whole = sharePpm / PPM_PER_LENGTH;
  if (whole >= LENGTH) return LENGTH;
  return Math.max(whole - GAP, Math.min(whole, SEEN_MIN));
}
