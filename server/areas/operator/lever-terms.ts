/** The terms of contract markets, as operators send and see them. */
import type { z } from 'zod';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import type { leverTerms } from '../../../contract/operator/schemas/lever-terms.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import type { LeverMarketRules } from '../lever/lever.area.ts';

/** Terms that an operator chooses for the orders of a market. */
export type ChosenTerms = Pick<
  LeverMarketRules,
  'lotsMin' | 'lotsMax' | 'multiples' | 'spreadPpm' | 'feePpm' | 'nightPpm' | 'limits'
>;
type SentTerms = Omit<OperatorRequestOf<'saveLeverTerms'>, 'id' | 'revision' | 'reason'>;

/** Returns the terms in units; null when a limit has more digits than `scale`, or is beyond all amounts. */
export function readTerms(sent: SentTerms, scale: number): ChosenTerms | null {
  const [net, gross, owner] = [sent.net_limit, sent.gross_limit, sent.owner_limit].map((text) => {
    const amount = parseUnits(text, scale);
    return amount === null || amount >= AMOUNT_END ? null : amount;
  });
  if (net == null || gross == null || owner == null) return null;
  return {
    lotsMin: sent.lots_min,
    lotsMax: sent.lots_max,
    multiples: sent.multiples,
    spreadPpm: sent.spread_ppm,
    feePpm: sent.fee_ppm,
    nightPpm: sent.night_ppm,
    limits: { net, gross, owner },
  };
}

/** Returns the terms with amounts as text. @param scale digits of the settlement currency. */
export const shownTerms = (terms: ChosenTerms, scale: number): z.infer<typeof leverTerms> => ({
  lots_min: terms.lotsMin,
  lots_max: terms.lotsMax,
  multiples: [...terms.multiples],
  spread_ppm: terms.spreadPpm,
  fee_ppm: terms.feePpm,
  night_ppm: terms.nightPpm,
  net_limit: formatUnits(terms.limits.net, scale),
  gross_limit: formatUnits(terms.limits.gross, scale),
  owner_limit: formatUnits(terms.limits.owner, scale),
});
