/**
 * `npm run sim -- lever-meetings [seeds] [first act]`: lets each pair of acts on contract accounts meet over HTTP
 * on a running server, with at least so many seeds a pair, and verifies accounts and ledger after each. With the
 * name of an act it runs the pairs of that one alone.
 */
import { MINUTE_MS } from '../contract/time.ts';
import { HTTP_ACTS } from '../tests/support/lever/http-acts.ts';
import { HttpMeetings } from '../tests/support/lever/http-meetings.ts';
import { startTestServer } from '../tests/support/servers/test-server.ts';

const SEEDS_DEFAULT = 100;
/** They meet the acts at the same time, each at moments of its own. */
const USERS = 50;
/** Users take part for so long, because their sign-up costs more than many meetings, and a session lasts 15 minutes. */
const USERS_LAST_MS = 8 * MINUTE_MS;

const [seedText = String(SEEDS_DEFAULT), only] = process.argv.slice(3);
const seeds = Number(seedText);
if (
  !Number.isSafeInteger(seeds) ||
  seeds <= 0 ||
  (only !== undefined && !HTTP_ACTS.includes(only))
) {
  console.error(`Usage: npm run sim -- lever-meetings [seeds] [${HTTP_ACTS.join('|')}]`);
  process.exit(2);
}

const startedAt = performance.now();
const server = await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } });
let meetings = 0;
try {
  const place = await HttpMeetings.open(server, USERS);
  let renewedAt = performance.now();
  const firsts = only === undefined ? HTTP_ACTS : [only];
  for (const first of firsts) {
    const from = only === undefined ? HTTP_ACTS.indexOf(first) : 0;
    for (const second of HTTP_ACTS.slice(from)) {
      if (performance.now() - renewedAt > USERS_LAST_MS) {
        await place.renew(USERS);
        renewedAt = performance.now();
      }
      for (let seed = 1; seed <= Math.ceil(seeds / USERS); seed += 1) {
        await place.meet(first, second, seed).catch((fault: unknown) => {
          throw new Error(`${first} and ${second}, seed ${seed}`, { cause: fault });
        });
        meetings += USERS;
      }
      const faults = await server.verifyRecent();
      if (faults.length > 0) throw new Error(`${first} and ${second}: ${faults.join('; ')}`);
    }
    console.log(`${first}: ${meetings} meetings`);
  }
  const { faults } = await server.verifyLedger();
  if (faults.length > 0) throw new Error(faults.join('; '));
  for (const [what, count] of Object.entries(place.tally).toSorted())
    console.log(`${what} ${count}`);
} finally {
  await server.stop();
}
const seconds = Math.round((performance.now() - startedAt) / 1_000);
console.log(`no rule is broken in ${meetings} meetings; ${seconds} s`);
