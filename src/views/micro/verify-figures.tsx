/** The figures of a checked fast contract: its terms, the result computed again with the booked one, and the record. */
import { amountText } from '../../../contract/figures/lever-amount.ts';
import type { MicroReceipt } from '../../../contract/figures/micro-receipt.ts';
import { meanTenths } from '../../../contract/figures/micro-settlement.ts';
import type { SettlementReport } from '../../../contract/figures/settlement-check.types.ts';
import type { MicroResult } from '../../../contract/figures/settlement-result.ts';
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { CheckedSettlement } from '../../../machines/app/micro/checked-settlement.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { Panel } from '../parts/panel.tsx';
import { utcText } from './utc-text.ts';

interface VerifyFiguresProps {
  readonly checked: CheckedSettlement;
}

export function VerifyFigures({ checked }: VerifyFiguresProps) {
  const t = useText('micro');
  const { report, file, signedBy } = checked;
  const { receipt, records, comparedCount } = report;
  const gaps = records.filter(({ ticks }) => ticks === null).length;
  return (
    <>
      {receipt !== null && <Terms receipt={receipt} />}
      {receipt !== null && <Results report={report} receipt={receipt} />}
      <Panel title={t('verify.section.record')}>
        <DetailList>
          <DetailRow name={t('verify.figure.minutes')}>{file.minutes.length}</DetailRow>
          <DetailRow name={t('verify.figure.points')}>{records.length}</DetailRow>
          <DetailRow name={t('verify.figure.gaps')}>{gaps}</DetailRow>
          <DetailRow name={t('verify.figure.seen')}>{comparedCount}</DetailRow>
          <DetailRow name={t('verify.figure.key')}>
            <span className="text-sm break-all">{file.public_key}</span>
          </DetailRow>
        </DetailList>
        {signedBy === 'library' && <p className="text-sm text-muted">{t('verify.library')}</p>}
      </Panel>
    </>
  );
}

function Terms({ receipt }: { readonly receipt: MicroReceipt }) {
  const t = useText('micro');
  const format = useFormat();
  const { direction, seconds, stake, currency, profitPpm, lossPpm } = receipt;
  return (
    <Panel title={t('verify.section.terms')}>
      <DetailList>
        <DetailRow name={t('verify.figure.pair')}>{receipt.instrument}</DetailRow>
        <DetailRow name={t('verify.figure.direction')}>
          {t(`verify.direction.${direction}`)}
        </DetailRow>
        <DetailRow name={t('verify.figure.duration')}>
          {t('verify.seconds', { value: seconds })}
        </DetailRow>
        <DetailRow name={t('verify.figure.stake')}>
          {`${format.amount(amountText(stake))} ${currency}`}
        </DetailRow>
        <DetailRow name={t('verify.figure.profitRate')}>{format.rate(profitPpm)}</DetailRow>
        <DetailRow name={t('verify.figure.lossRate')}>{format.rate(lossPpm)}</DetailRow>
        <DetailRow name={t('verify.figure.accepted')}>{utcText(receipt.acceptedAtMs)}</DetailRow>
      </DetailList>
    </Panel>
  );
}

interface ResultsProps {
  readonly report: SettlementReport;
  readonly receipt: MicroReceipt;
}

/** Each figure as it is computed, and the booked one where it differs. */
function Results({ report, receipt }: ResultsProps) {
  const t = useText('micro');
  const textsOf = useResultTexts(receipt);
  const computed = report.computed?.result;
  if (computed == null) return null;
  const booked = report.booked === null ? null : textsOf(report.booked);
  return (
    <Panel title={t('verify.section.result')}>
      <DetailList>
        {textsOf(computed).map(({ name, text }, place) => (
          <ResultRow key={name} name={name} text={text} booked={booked?.[place]?.text ?? text} />
        ))}
      </DetailList>
    </Panel>
  );
}

interface ResultRowProps {
  readonly name: string;
  readonly text: string;
  readonly booked: string;
}

function ResultRow({ name, text, booked }: ResultRowProps) {
  const t = useText('micro');
  return (
    <DetailRow name={name}>
      <span className="flex flex-col">
        <span>{text}</span>
        {booked !== text && (
          <span className="text-sm text-down">{t('verify.figure.booked', { value: booked })}</span>
        )}
      </span>
    </DetailRow>
  );
}

/** Returns the rows of a result; those of two results correspond. */
function useResultTexts({ priceScale, currency }: MicroReceipt) {
  const t = useText('micro');
  const format = useFormat();
  const none = t('verify.figure.none');
  return ({ outcome, opening, expiresAtMs, window, payout }: MicroResult) => {
    const price =
      opening && format.price(formatUnits(BigInt(opening.ticks), priceScale), priceScale);
    const hasMean = window !== null && window.count > 0;
    return [
      { name: t('verify.figure.openingPrice'), text: price ?? none },
      {
        name: t('verify.figure.opened'),
        text: opening === null ? none : utcText(opening.atMs),
      },
      {
        name: t('verify.figure.expiry'),
        text: expiresAtMs === null ? none : utcText(expiresAtMs),
      },
      {
        name: t('verify.figure.mean'),
        text: hasMean
          ? format.price(formatUnits(meanTenths(window), priceScale + 1), priceScale + 1)
          : none,
      },
      { name: t('verify.figure.prices'), text: String(window?.count ?? 0) },
      { name: t('verify.figure.outcome'), text: t(`verify.outcome.${outcome}`) },
      {
        name: t('verify.figure.payout'),
        text: `${format.amount(amountText(payout))} ${currency}`,
      },
    ];
  };
}
