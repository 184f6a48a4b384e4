/** The bounds of the terms of a token offering, for the server and the forms. */

/** Terms of an offering under the names of a request. Quantities are steps; times are in ms. */
interface OfferingTerms {
  readonly token_currency_id: number;
  readonly pay_currency_id: number;
  readonly offered_steps: number;
  readonly cap_steps: number;
  readonly steps_min: number;
  readonly steps_max: number;
  readonly preheat_at: number;
  readonly opens_at: number;
  readonly closes_at: number;
}

/** Returns the terms that do not go with the others. */
export function wrongOfferingTerms(terms: OfferingTerms): readonly (keyof OfferingTerms)[] {
  const wrong: (keyof OfferingTerms)[] = [];
  if (terms.pay_currency_id === terms.token_currency_id) wrong.push('pay_currency_id');
  if (terms.cap_steps > terms.offered_steps) wrong.push('cap_steps');
  if (terms.steps_max < terms.steps_min) wrong.push('steps_max');
  if (terms.opens_at < terms.preheat_at) wrong.push('opens_at');
  if (terms.closes_at <= terms.opens_at) wrong.push('closes_at');
  return wrong;
}
