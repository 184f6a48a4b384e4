/** The fast contracts of each day: orders, wins, and what the exchange kept. */
import { fairnessOf, type FairnessSums } from '../../../contract/figures/micro-fairness.ts';
import { SCALE_MAX } from '../../../contract/money/decimal.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { profitText } from '../parts/lever/lever-text.ts';
import { Panel } from '../parts/panel.tsx';

interface FairnessDaysProps {
  /** The newest first. */
  readonly days: readonly { readonly day: EpochMs; readonly sums: FairnessSums }[];
  /** Currency of the stakes. */
  readonly code: string;
}

/** Characters of the date in the form of ISO 8601. */
const DATE_LENGTH = 10;

export function FairnessDays({ days, code }: FairnessDaysProps) {
  const t = useText('micro');
  const format = useFormat();
  const number = (value: number) => format.amount(String(value));
  return (
    <Panel title={t('fairness.daily')}>
      <div className="overflow-x-auto">
        <table className="w-full text-end text-sm tabular-nums">
          <thead className="text-xs text-muted">
            <tr>
              <th className="py-1.5 pe-3 text-start font-normal">{t('fairness.figure.day')}</th>
              <th className="px-3 font-normal">{t('fairness.figure.orders')}</th>
              <th className="px-3 font-normal">{t('fairness.figure.right')}</th>
              <th className="px-3 font-normal">{t('fairness.figure.kept')}</th>
              <th className="ps-3 font-normal">{t('fairness.figure.even')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {days.map(({ day, sums }) => {
              const { orders, rightBp, kept, keptAtEvenOdds } = fairnessOf(sums, SCALE_MAX);
              return (
                <tr key={day}>
                  <th scope="row" className="py-2 pe-3 text-start font-normal whitespace-nowrap">
                    {new Date(day).toISOString().slice(0, DATE_LENGTH)}
                  </th>
                  <td className="px-3">{number(orders)}</td>
                  <td className="px-3">{rightBp === null ? '–' : format.ratio(rightBp)}</td>
                  <td className="px-3 whitespace-nowrap">{profitText(format, kept, code)}</td>
                  <td className="ps-3 whitespace-nowrap">
                    {profitText(format, keptAtEvenOdds, code)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
