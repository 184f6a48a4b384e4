/** The points of the index that decide a fast contract, with the price of each source. */
import type { IndexRecord } from '../../../contract/figures/index-record.ts';
import { windowRecords } from '../../../contract/figures/micro-settlement.ts';
import type { SettlementReport } from '../../../contract/figures/settlement-check.types.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Panel } from '../parts/panel.tsx';
import { utcText } from './utc-text.ts';

interface VerifyPointsProps {
  readonly report: SettlementReport;
}

export function VerifyPoints({ report }: VerifyPointsProps) {
  const t = useText('micro');
  const { receipt, computed, records } = report;
  const result = computed?.result;
  if (receipt === null || result == null || result.opening === null) return null;
  const { opening, expiresAtMs } = result;
  const first = records.filter(({ atMs }) => atMs === opening.atMs);
  const window = expiresAtMs === null ? [] : windowRecords(expiresAtMs, records);
  return (
    <Panel title={t('verify.section.points')}>
      <ol className="flex flex-col divide-y divide-line">
        {[...first, ...window].map((record) => (
          <PointRow key={record.atMs} record={record} scale={receipt.priceScale} />
        ))}
      </ol>
    </Panel>
  );
}

interface PointRowProps {
  readonly record: IndexRecord;
  readonly scale: number;
}

function PointRow({ record, scale }: PointRowProps) {
  const t = useText('micro');
  const format = useFormat();
  const priceOf = (ticks: number) => format.price(formatUnits(BigInt(ticks), scale), scale);
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2 text-sm tabular-nums">
      <span className="text-muted">{utcText(record.atMs)}</span>
      <span className="font-semibold">
        {record.ticks === null ? t('verify.figure.none') : priceOf(record.ticks)}
      </span>
      <span className="flex basis-full flex-wrap gap-x-4 text-xs text-muted">
        {record.sources.map(({ sourceId, ticks, atMs }) => (
          <span key={sourceId}>
            {sourceId}{' '}
            {t('verify.figure.sourceAge', {
              price: priceOf(ticks),
              // A source may name a time that is slightly ahead.
              seconds: format.amount(String(Math.max(0, record.atMs - atMs) / 1_000)),
            })}
          </span>
        ))}
      </span>
    </li>
  );
}
