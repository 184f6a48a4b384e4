/** How full the limits of contract openings are, and which of them refuses an opening first. */
import { CONTRACT_LIMITS } from '../../../../contract/limits.ts';
import type {
  LeverLimitName,
  LeverLimitUse,
  OperatorLeverHouse,
  OperatorLeverMarket,
} from '../../../../contract/operator/schemas/lever.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';

/** From here on a limit is marked, in hundredths of a percent. */
const ALMOST_FULL_BP = 8_000;
const FULL_BP = 10_000;

interface LeverLimitsProps {
  readonly limits: Partial<Record<LeverLimitName, LeverLimitUse>>;
  readonly code: string;
}

/** Used part and cap of each limit. */
export function LeverLimits({ limits, code }: LeverLimitsProps) {
  const t = useText('operator');
  const format = useFormat();
  const nameOf = useLimitName();
  return (
    <DetailList>
      {Object.entries(limits).map(([limit, { used, cap, full_bp: fullBp }]) => (
        <DetailRow key={limit} name={nameOf(limit as LeverLimitName)}>
          {t('lever.limitUse', {
            used: format.amount(used),
            cap: format.amount(cap),
            currency: code,
          })}
          <Badge tone={toneOf(fullBp)}>{format.ratio(fullBp)}</Badge>
        </DetailRow>
      ))}
    </DetailList>
  );
}

interface RefusesNextProps {
  readonly next: OperatorLeverHouse['refuses_next'];
  readonly markets: readonly OperatorLeverMarket[];
}

/** The fullest limit, with its market. */
export function RefusesNext({ next, markets }: RefusesNextProps) {
  const t = useText('operator');
  const nameOf = useLimitName();
  const market = markets.find(({ id }) => id === next?.lever_market_id);
  const parts = next === null ? [t('lever.refusesNone')] : [nameOf(next.limit)];
  return (
    <DetailRow name={t('lever.refusesNext')}>
      {[...(market === undefined ? [] : [market.name]), ...parts].join(' · ')}
    </DetailRow>
  );
}

function useLimitName(): (limit: LeverLimitName) => string {
  const t = useText('operator');
  const percent = String(CONTRACT_LIMITS.lever_move_percent);
  return (limit) => t(`lever.limit.${limit}`, { percent });
}

const toneOf = (fullBp: number): 'up' | 'warn' | 'down' =>
  fullBp >= FULL_BP ? 'down' : fullBp >= ALMOST_FULL_BP ? 'warn' : 'up';
