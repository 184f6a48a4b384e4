/** A long computation for one caller ends while many other callers request candles. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const CALLERS = 100;
/** Responses to other callers that may precede the long one, which needs some hundred turns. */
const OTHERS_MAX = 4_000;

let server: TestServer;
beforeAll(async () => {
  // Without own trades, all figures of a market are computed.
  server = await borrowServer();
});
afterAll(() => giveBack(server));

async function askCandles(market: number, period: string, size: number): Promise<number> {
  const query = `currency_match_id=${market}&period=${period}&size=${size}`;
  const response = await fetch(`${server.origin}${ENDPOINTS.listCandles.path}?${query}`, {
    headers: newClientAddress(),
  });
  const { data } = (await response.json()) as { readonly data: readonly unknown[] };
  return data.length;
}

test('a long history is computed while many other requests are answered', async () => {
  let others = 0;
  let length = 0;
  const isGoingOn = () => length === 0 && others < OTHERS_MAX;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (isGoingOn()) {
      await askCandles(1, '1min', 300);
      others += 1;
    }
  });
  const long = askCandles(2, '1mon', 1_000).then((count) => (length = count));
  await Promise.all(callers);
  const answeredMeanwhile = length;
  await long;

  expect(answeredMeanwhile).toBeGreaterThan(500);
  expect(others).toBeLessThan(OTHERS_MAX);
});
