/** Terms of an offering as operators send them: 10 steps of 100 tokens at half the payment currency. */
import { DAY_MS } from '../../../contract/time.ts';

/** One day for all requests of a run, so that midnight changes nothing; some tests move the clock by hours. */
const FIRST_DAY = Math.floor(Date.now() / DAY_MS) + 3;

/** An offering that is announced some days ahead. */
export const offeringTerms = ({
  token,
  pay,
}: {
  readonly token: string;
  readonly pay: string;
}) => ({
  token_currency_id: token,
  pay_currency_id: pay,
  issue_price: '0.5',
  step: '100',
  offered_steps: '10',
  cap_steps: '4',
  steps_min: '1',
  steps_max: '8',
  preheat_at: String(FIRST_DAY * DAY_MS),
  opens_at: String((FIRST_DAY + 1) * DAY_MS),
  closes_at: String((FIRST_DAY + 8) * DAY_MS),
});
