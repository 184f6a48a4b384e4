/** How full the limits of contract openings are, and which of them refuses an opening first. */
import { formatUnits } from '../../../contract/money/decimal.ts';
import { mulDiv } from '../../../contract/money/rounding.ts';
import type {
  LeverLimitName,
  LeverLimitUse,
  OperatorLeverHouse,
  OperatorLeverMarket,
} from '../../../contract/operator/schemas/lever.ts';

/** 100 % in hundredths of a percent. */
const FULL_BP = 10_000n;

/** Returns a limit with its amounts in units as the console shows it. A limit of zero is full. */
export function limitUseOf(
  { used, cap }: { readonly used: bigint; readonly cap: bigint },
  scale: number,
): LeverLimitUse {
  const fullBp = used < cap ? mulDiv(used, FULL_BP, cap, 'floor') : FULL_BP;
  return {
    used: formatUnits(used, scale),
    cap: formatUnits(cap, scale),
    full_bp: Number(fullBp),
  };
}

/** Returns the fullest limit, of equal ones a limit that counts all markets; null while nothing of any limit is used. */
export function refusesNext(
  house: OperatorLeverHouse['limits'],
  markets: readonly Pick<OperatorLeverMarket, 'id' | 'status' | 'limits'>[],
): OperatorLeverHouse['refuses_next'] {
  const of = (limits: Partial<Record<LeverLimitName, LeverLimitUse>>, marketId: number | null) =>
    Object.entries(limits).map(([limit, { full_bp: fullBp }]) => ({
      limit: limit as LeverLimitName,
      lever_market_id: marketId,
      fullBp,
    }));
  // The other markets take no openings at all.
  const open = markets.filter(({ status }) => status === 'trading');
  const all = [...of(house, null), ...open.flatMap(({ id, limits }) => of(limits, id))];
  const [fullest] = all.toSorted((a, b) => b.fullBp - a.fullBp);
  if (fullest === undefined || fullest.fullBp === 0) return null;
  const { fullBp: _, ...next } = fullest;
  return next;
}
