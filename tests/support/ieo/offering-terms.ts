/** Terms of an offering as operators send them: 10 steps of 100 tokens at half the payment currency. */
import { ensure } from '../../../contract/assert.ts';
import { DAY_MS } from '../../../contract/time.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

/** One day for all requests of a run, so that midnight changes nothing; some tests move the clock by hours. */
const FIRST_DAY = Math.floor(Date.now() / DAY_MS) + 3;

/** Ids of the currencies of an offering. */
export interface OfferingCurrencies {
  readonly token: string;
  readonly pay: string;
}

/** Returns the ids of a token that no call lists yet, and of USDT. */
export async function currenciesOf(
  server: Pick<TestServer, 'dataDir'>,
  token: string,
): Promise<OfferingCurrencies> {
  const rows = await queryServer<{ readonly code: string; readonly id: string }>(
    server,
    'select code, id::text from currencies where code = any($1)',
    [[token, 'USDT']],
  );
  const idOf = (code: string) => ensure(rows.find((row) => row.code === code)?.id, code);
  return { token: idOf(token), pay: idOf('USDT') };
}

/** An offering that is announced some days ahead. */
export const offeringTerms = ({ token, pay }: OfferingCurrencies) => ({
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
