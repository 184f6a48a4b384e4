/** The generated paths of ads, run by merchants, their takers and operators of a real server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallCover } from '../../../qa/cover.ts';
import { fiatAdModel, fiatBuyAdModel } from '../../../qa/models/fiat-ad.model.ts';
import { generatePaths, generateRefusals, type Path } from '../../../qa/paths.ts';
import { runPath, runRefusals } from '../../../qa/run-path.ts';
import { newFiatUser, newMerchant } from '../../support/fiat/fiat-users.ts';
import { FiatRows } from '../../support/fiat-paths/fiat-rows.ts';
import { FiatWorld } from '../../support/fiat-paths/fiat-world.ts';
import { HttpFiatAd, type AdCast } from '../../support/fiat-paths/http-fiat-ad.ts';
import { borrowServer, giveBack } from '../../support/shared-server.ts';
import type { TestServer } from '../../support/test-server.ts';

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
  { name: fiatAdModel.name, paths: generatePaths(fiatAdModel, 'edge') },
  { name: fiatBuyAdModel.name, paths: smallCover(generatePaths(fiatBuyAdModel, 'edge')) },
];

describe.each(TARGETS)('$name', ({ paths }) => {
  test.each(paths.map((path) => [path.id, path] as const))(
    '%s does what the model says: for its merchant, for others and in the ledger',
    (_id, path) => withAd(path, (ad) => runPath(path, ad, ad.expected)),
  );
});

test.each(generateRefusals(fiatAdModel).map((one) => [situationOf(one.path), one] as const))(
  '%s: refuses every caller who may not act, and nothing changes',
  (_situation, refusals) => withAd(refusals.path, (ad) => runRefusals(refusals, ad, ad.expected)),
);

/** The steps that led to the situation. */
function situationOf({ steps }: Path): string {
  return steps.map(({ label }) => label).join(', ') || 'at the start';
}
