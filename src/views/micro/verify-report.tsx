/** The verdicts on a settlement file: the whole, the ten checks, and the figures behind them. */
import type { SettlementCheck } from '../../../contract/figures/settlement-check.types.ts';
import type { CheckedSettlement } from '../../../machines/app/micro/checked-settlement.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconChosen, IconLater, IconProblem } from '../../ui/icons.ts';
import { Panel } from '../parts/panel.tsx';
import { utcText } from './utc-text.ts';
import { VerifyFigures } from './verify-figures.tsx';
import { VerifyPoints } from './verify-points.tsx';

interface VerifyReportProps {
  readonly checked: CheckedSettlement;
}

type Summary = 'passed' | 'open' | 'failed';

const LOOKS = {
  passed: { icon: IconChosen, color: 'bg-up-soft text-up', tone: 'up' },
  open: { icon: IconLater, color: 'bg-warn-soft text-warn', tone: 'warn' },
  failed: { icon: IconProblem, color: 'bg-down-soft text-down', tone: 'down' },
} as const;
const LOOK_OF = { passed: 'passed', failed: 'failed', not_possible: 'open' } as const;

export function VerifyReport({ checked }: VerifyReportProps) {
  const t = useText('micro');
  const { checks } = checked.report;
  const summary = summaryOf(checks);
  const { icon: Icon, color } = LOOKS[summary];
  return (
    <>
      <section
        data-testid="verify-summary"
        data-summary={summary}
        className={classNames('flex items-start gap-3 rounded-card p-4', color)}
      >
        <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
        <div className="min-w-0">
          <h2 className="text-lg font-semibold">{t(`verify.summary.${summary}`)}</h2>
          <p className="text-sm">{t(`verify.summary.${summary}Hint`)}</p>
        </div>
      </section>
      <div className="grid gap-4 md:grid-cols-2">
        <Panel title={t('verify.section.checks')}>
          <ol className="flex flex-col divide-y divide-line">
            {checks.map((check) => (
              <CheckRow key={check.name} check={check} />
            ))}
          </ol>
        </Panel>
        <div className="flex flex-col gap-4">
          <VerifyFigures checked={checked} />
        </div>
      </div>
      <VerifyPoints report={checked.report} />
      <p className="text-sm text-muted text-pretty">{t('verify.limits')}</p>
    </>
  );
}

function summaryOf(checks: readonly SettlementCheck[]): Summary {
  if (checks.some(({ verdict }) => verdict === 'failed')) return 'failed';
  return checks.some(({ verdict }) => verdict === 'not_possible') ? 'open' : 'passed';
}

function CheckRow({ check }: { readonly check: SettlementCheck }) {
  const t = useText('micro');
  const { icon: Icon, tone } = LOOKS[LOOK_OF[check.verdict]];
  return (
    <li data-testid={`check-${check.name}`} data-verdict={check.verdict} className="py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span>{t(`verify.check.${check.name}`)}</span>
        <Badge tone={tone}>
          <Icon aria-hidden className="size-3.5" />
          {t(`verify.verdict.${check.verdict}`)}
        </Badge>
      </div>
      {check.verdict !== 'passed' && (
        <p className="pt-1 text-sm text-muted text-pretty">
          {t(`verify.reason.${check.reason}`)}
          {check.atMs !== null && (
            <span className="block text-xs tabular-nums">{utcText(check.atMs)}</span>
          )}
        </p>
      )}
    </li>
  );
}
