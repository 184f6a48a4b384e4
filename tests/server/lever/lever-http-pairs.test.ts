/** Pairs of acts on contract accounts that arrive together over HTTP: each is done or refused by name, and nothing is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HTTP_ACTS, USER_ACTS } from '../../support/lever/http-acts.ts';
import { HttpMeetings } from '../../support/lever/http-meetings.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const USERS = 3;
const SEED = 20_261_126;
/** Every act with every other one; `npm run sim -- lever-meetings` repeats them at other moments. */
const PAIRS = HTTP_ACTS.flatMap((first, at) =>
  HTTP_ACTS.slice(at)
    // A market has one price at a time, and one status.
    .filter((second) => second !== first || first in USER_ACTS)
    .map((second) => [first, second] as const),
);

let server: TestServer;
let meetings: HttpMeetings;
beforeAll(async () => {
  server = await borrowServer();
  meetings = await HttpMeetings.open(server, USERS);
});
afterAll(async () => {
  await meetings.close();
  await giveBack(server);
});

test.each(PAIRS)('%s and %s', (first, second) => meetings.meet(first, second, SEED));

test('the pairs ended orders in every way, and the ledger explains all of it', async () => {
  const ends = ['owner', 'take_profit', 'stop_loss', 'stop_out', 'account_stopped_out'];
  expect(Object.keys(meetings.tally)).toEqual(expect.arrayContaining(ends));
  expect(await server.verifyLedger()).toMatchObject({ faults: [] });
});
