/**
 * The generated paths of ads, run by merchants, their takers and operators of a real server. The first path in a
 * situation also tries all callers who may not act there.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallCover } from '../../../qa/cover.ts';
import { fiatAdModel, fiatBuyAdModel } from '../../../qa/models/fiat-ad.model.ts';
import { generatePaths, type Path } from '../../../qa/paths.ts';
import { runPath, tryRefusals } from '../../../qa/run-path.ts';
import { UntriedSituations } from '../../../qa/untried-situations.ts';
import { newFiatUser, newMerchant } from '../../support/fiat/fiat-users.ts';
import { FiatRows } from '../../support/fiat-paths/fiat-rows.ts';
import { FiatWorld } from '../../support/fiat-paths/fiat-world.ts';
import { HttpFiatAd, type AdCast } from '../../support/fiat-paths/http-fiat-ad.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let cast: AdCast;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
  cast = {
    world: await FiatWorld.open(server),
    books: await FiatRows.of(server),
    merchant: await newMerchant(server),
    taker: await newMerchant(server),
    stranger: await newFiatUser(server),
  };
});
afterAll(async () => {
  // The steps verify recent changes, this verifies everything.
  expect((await server.verifyLedger()).faults).toEqual([]);
  await cast.books.close();
  await giveBack(server);
});

async function withAd(path: Path, run: (ad: HttpFiatAd) => Promise<void>): Promise<void> {
  const ad = new HttpFiatAd(cast, path);
  try {
    await run(ad);
  } finally {
    await ad.clear();
  }
}

/** The machine is the same for both sides; for the other side, taking every transition once is enough. */
const TARGETS = [
  {
    name: fiatAdModel.name,
    paths: generatePaths(fiatAdModel, 'edge'),
    untried: new UntriedSituations(fiatAdModel),
  },
  {
    name: fiatBuyAdModel.name,
    paths: smallCover(generatePaths(fiatBuyAdModel, 'edge')),
    untried: undefined,
  },
];

describe.each(TARGETS)('$name', ({ paths, untried }) => {
  test.each(paths.map((path) => [path.id, path] as const))(
    '%s does what the model says: for its merchant, for others and in the ledger',
    (_id, path) =>
      withAd(path, (ad) =>
        runPath(path, ad, ad.expected, async (part) => {
          const refusals = untried?.take(part);
          if (refusals !== undefined) await tryRefusals(refusals, ad, ad.expected);
        }),
      ),
  );

  test('every situation has refused every caller who may not act, and nothing changed', () => {
    expect(untried?.left ?? []).toEqual([]);
  });
});
