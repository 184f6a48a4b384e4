/** The risk meter of the contract account: ratio, equity and usable margin. */
import { RISK_PERCENT } from '../../../contract/figures/lever-account.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import { useRiskLevel, type RiskLevel } from '../../app/lever/use-risk-level.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { ExplainedName } from './explained-name.tsx';
import { shortAmount } from '../parts/lever/lever-text.ts';
import { useAccountFigures, type AccountFigure } from './use-account-formulas.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

/** The right end of the bar; ratios above it fill the bar. */
const SCALE_PERCENT = 200;
const BP_OF_PERCENT = 100;
const MARKS = [RISK_PERCENT.stopOut, RISK_PERCENT.danger, RISK_PERCENT.warning] as const;

const TONES: Record<RiskLevel, { readonly bar: string; readonly text: string }> = {
  flat: { bar: 'bg-edge', text: 'text-muted' },
  calm: { bar: 'bg-up', text: 'text-up' },
  attention: { bar: 'bg-warn', text: 'text-warn' },
  danger: { bar: 'bg-down', text: 'text-down' },
  stoppingOut: { bar: 'bg-down', text: 'text-down' },
};

interface RiskMeterProps {
  readonly portfolio: Portfolio;
  readonly pairs: readonly LeverPair[];
  readonly code: string;
}

/** A higher ratio is safer; the marks are the two warnings and the stop-out. */
export function RiskMeter({ portfolio, pairs, code }: RiskMeterProps) {
  const t = useText('lever');
  const format = useFormat();
  const { level, missing } = useRiskLevel(portfolio);
  const { ratio, equity, usable, setAside } = useAccountFigures(portfolio, pairs, code);
  const { ratioBp, debt } = portfolio;
  const tone = TONES[level];
  return (
    <section
      aria-label={t('meter.title')}
      data-testid="risk-meter"
      data-level={level}
      className="flex flex-col gap-1.5 border-b border-line px-gutter py-1.5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 text-xs">
        <span className="text-faint">
          <ExplainedName formula={ratio.formula} />{' '}
          <span
            data-testid="ratio"
            className={classNames('figures text-sm font-semibold', tone.text)}
          >
            {ratio.value}
          </span>
          {level !== 'flat' && (
            <span className={classNames('ps-1.5', tone.text)}>{t(`meter.${level}`)}</span>
          )}
        </span>
        <span className="flex flex-wrap gap-x-4">
          <MeterFigure testId="equity" figure={equity} />
          <MeterFigure testId="usable" figure={usable} />
          {setAside !== null && <MeterFigure testId="set-aside-sum" figure={setAside} />}
        </span>
      </div>
      {ratioBp !== null && level !== 'flat' && (
        <RiskBar
          percent={Number(ratioBp) / BP_OF_PERCENT}
          level={level}
          valueText={`${ratio.value}, ${t(`meter.${level}`)}`}
        />
      )}
      {missing !== 'none' && (
        <p className="text-xs text-warn">
          {t(missing === 'all' ? 'meter.waiting' : 'meter.partly')}
        </p>
      )}
      {debt > 0n && (
        <p data-testid="debt" className="text-xs text-warn">
          {t('meter.debt', { amount: shortAmount(format, debt, code, 'ceil') })}
        </p>
      )}
    </section>
  );
}

interface MeterFigureProps {
  readonly testId: string;
  readonly figure: AccountFigure;
}

function MeterFigure({ testId, figure: { value, formula } }: MeterFigureProps) {
  return (
    <span className="text-faint">
      <ExplainedName formula={formula} />{' '}
      <span data-testid={testId} className="figures whitespace-nowrap text-ink">
        {value}
      </span>
    </span>
  );
}

interface RiskBarProps {
  readonly percent: number;
  readonly level: RiskLevel;
  /** Ratio and level in words. */
  readonly valueText: string;
}

/** The ratio as a bar, with marks at the warnings and the stop-out. */
function RiskBar({ percent, level, valueText }: RiskBarProps) {
  const t = useText('lever');
  const shown = Math.min(Math.max(percent, 0), SCALE_PERCENT);
  return (
    <div
      role="meter"
      aria-label={t('figure.ratio')}
      aria-valuemin={0}
      aria-valuemax={SCALE_PERCENT}
      aria-valuenow={shown}
      aria-valuetext={valueText}
      className="relative h-1.5 rounded-full bg-sunken"
    >
      <span
        aria-hidden
        className={classNames('absolute inset-y-0 start-0 rounded-full', TONES[level].bar)}
        style={{ width: `${(shown / SCALE_PERCENT) * 100}%` }}
      />
      {MARKS.map((mark) => (
        <span
          key={mark}
          aria-hidden
          className="absolute -inset-y-0.5 w-0.5 bg-ink"
          style={{ insetInlineStart: `${(mark / SCALE_PERCENT) * 100}%` }}
        />
      ))}
    </div>
  );
}
