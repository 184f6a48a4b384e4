/** The public fairness report: counts and payouts of fast contracts, with those at even odds. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DAY_MS } from '../../../contract/time.ts';
import { useFairness } from '../../app/micro/use-fairness.ts';
import { useMicroInstruments } from '../../app/micro/use-micro-products.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { ChipChoice } from '../parts/choice-row.tsx';
import { useAddressChoice } from '../parts/filter-bar.tsx';
import { Panel } from '../parts/panel.tsx';
import { FairnessDays } from './fairness-days.tsx';
import { FairnessPanel } from './fairness-panel.tsx';
import { PublicScreen } from './public-screen.tsx';

const PERIODS = ['7', '30', '90'] as const;
type Period = (typeof PERIODS)[number];

/** ?instrument=: the instrument of the address, otherwise the first one. */
export function FairnessScreen() {
  const t = useText('micro');
  const { status, instruments, error, retry } = useMicroInstruments();
  const [address] = useSearchParams();
  const asked = address.get('instrument');
  const instrument = instruments.find((name) => name === asked) ?? instruments[0];
  return (
    <PublicScreen title={t('fairness.title')}>
      <p className="text-pretty text-muted">{t('fairness.lead')}</p>
      {status === 'failure' && <ErrorState error={error} onRetry={retry} />}
      {status === 'loading' && <SkeletonRows label={t('fairness.loading')} rows={6} />}
      {status === 'success' && instrument === undefined && (
        <EmptyState title={t('page.empty')} hint={t('page.later')} />
      )}
      {instrument !== undefined && (
        <Report instrument={instrument} instruments={instruments} key={instrument} />
      )}
    </PublicScreen>
  );
}

interface ReportProps {
  readonly instrument: string;
  readonly instruments: readonly string[];
}

function Report({ instrument, instruments }: ReportProps) {
  const t = useText('micro');
  const choose = useAddressChoice();
  const [period, setPeriod] = useState<Period>('30');
  return (
    <>
      <div className="grid items-end gap-x-5 gap-y-3 sm:grid-cols-2">
        <SelectField
          label={t('verify.figure.pair')}
          value={instrument}
          options={instruments.map((name) => ({ value: name, label: name }))}
          onChange={(chosen) => choose('instrument', chosen)}
        />
        <ChipChoice
          label={t('fairness.period')}
          value={period}
          disabled={false}
          onChange={setPeriod}
          options={PERIODS.map((value) => ({ value, text: t('fairness.days', { value }) }))}
        />
      </div>
      <Figures instrument={instrument} period={Number(period)} />
      <Panel title={t('fairness.check')}>
        <p className="text-sm text-pretty text-muted">{t('fairness.checkHint')}</p>
      </Panel>
    </>
  );
}

interface FiguresProps {
  readonly instrument: string;
  /** Days. */
  readonly period: number;
}

function Figures({ instrument, period }: FiguresProps) {
  const t = useText('micro');
  const format = useFormat();
  const report = useFairness(instrument, period);
  const { status, error, retry, durations, days, countedUntil, currencyCode } = report;
  if (status === 'failure') return <ErrorState error={error} onRetry={retry} />;
  if (status === 'loading') return <SkeletonRows label={t('fairness.loading')} rows={6} />;
  return (
    <>
      {countedUntil >= DAY_MS && (
        <p className="text-sm text-muted">
          {t('fairness.counted', { time: format.dateTime(countedUntil) })}
        </p>
      )}
      {durations.length === 0 ? (
        <EmptyState title={t('fairness.empty')} hint={t('fairness.emptyHint')} />
      ) : (
        <>
          <div className="grid gap-4 md:grid-cols-2">
            {durations.map(({ seconds, sums }) => (
              <FairnessPanel key={seconds} seconds={seconds} sums={sums} code={currencyCode} />
            ))}
          </div>
          <p className="text-sm text-muted">{t('fairness.deviationsHint')}</p>
          <p className="text-sm text-muted">{t('fairness.skewHint')}</p>
          <FairnessDays days={days} code={currencyCode} />
        </>
      )}
    </>
  );
}
