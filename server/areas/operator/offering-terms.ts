/** Terms of token offerings in the words of a request, in units and steps. */
import type { OperatorRequestOf } from '../../../contract/operator/routes.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import type { OfferingTerms } from '../ieo/ieo.area.ts';
import { readAmounts } from './product-terms.ts';

type SentTerms = Omit<OperatorRequestOf<'saveOffering'>, 'id' | 'revision' | 'reason'>;

/**
 * Returns the terms in units and steps. amount_scale_exceeded: a term has more digits than its currency, the payment
 * for one step is not exact, or a quantity or payment is beyond all amounts.
 */
export function readOfferingTerms(
  sent: SentTerms,
  currencies: Pick<Currencies, 'byId'>,
): Result<OfferingTerms, 'currency_not_found' | 'amount_scale_exceeded'> {
  const token = currencies.byId(sent.token_currency_id);
  const pay = currencies.byId(sent.pay_currency_id);
  if (token === undefined || pay === undefined) return refuse('currency_not_found');
  const amounts = readAmounts(sent, ['step'], token.scale);
  const prices = readAmounts(sent, ['issue_price'], pay.scale);
  if (amounts === null || prices === null) return refuse('amount_scale_exceeded');
  const tokenUnits = 10n ** BigInt(token.scale);
  const payment = amounts.step * prices.issue_price;
  if (payment % tokenUnits !== 0n) return refuse('amount_scale_exceeded');
  // Exact: the remainder is zero.
  const stepPrice = payment / tokenUnits;
  const most = BigInt(Math.max(sent.steps_max, sent.offered_steps));
  if (most * stepPrice >= AMOUNT_END || most * amounts.step >= AMOUNT_END)
    return refuse('amount_scale_exceeded');
  return ok({
    tokenCurrencyId: token.id,
    payCurrencyId: pay.id,
    issuePrice: prices.issue_price,
    stepSize: amounts.step,
    stepPrice,
    offered: sent.offered_steps,
    cap: sent.cap_steps,
    stepsMin: sent.steps_min,
    stepsMax: sent.steps_max,
    yieldPpm: sent.yield_ppm ?? null,
    preheatAtMs: sent.preheat_at,
    opensAtMs: sent.opens_at,
    closesAtMs: sent.closes_at,
  });
}

/** Returns the terms of a stored offering under the same names. */
export const chosenOf = (row: OfferingTerms): OfferingTerms => ({
  tokenCurrencyId: row.tokenCurrencyId,
  payCurrencyId: row.payCurrencyId,
  issuePrice: row.issuePrice,
  stepSize: row.stepSize,
  stepPrice: row.stepPrice,
  offered: row.offered,
  cap: row.cap,
  stepsMin: row.stepsMin,
  stepsMax: row.stepsMax,
  yieldPpm: row.yieldPpm,
  preheatAtMs: row.preheatAtMs,
  opensAtMs: row.opensAtMs,
  closesAtMs: row.closesAtMs,
});
