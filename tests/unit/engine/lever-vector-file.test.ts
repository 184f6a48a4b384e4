/** Every golden vector of contracts, read from its file: situation and results, played through formulas and core. */
import { expect, test } from 'vitest';
import * as accounts from '../../support/lever/vectors/account-figures.ts';
import * as terms from '../../support/lever/vectors/term-figures.ts';
import { BTC } from '../../support/lever/lever-scene.ts';
import { VECTOR_NAMES, vectorOf } from '../../support/product-vectors.ts';
import type { Figures } from '../../support/product-vectors.ts';

const VECTORS: Readonly<Record<string, () => Figures>> = {
  V1: () => terms.openingOf(BTC, 'long', 'V1'),
  V2: () => terms.openingOf(BTC, 'short', 'V2'),
  V3: terms.roundings,
  V4: accounts.closedWithProfit,
  V5: accounts.accountOfTwo,
  V6: accounts.stopOutOfOne,
  V7: accounts.stopOutsOfTwo,
  V8: accounts.safeBox,
  V9: accounts.stopLoss,
  V10: accounts.takeProfit,
  V11: accounts.shortfall,
  V12: accounts.debtOfOneLeg,
  V13: terms.nightsOfCoin,
  V14: terms.nightsOfForex,
  V15: terms.limits,
  V16: accounts.closeAll,
  V17: terms.marks,
  V27: terms.underWater,
};

/** Vectors of fast contracts, staking and offerings. */
const OF_OTHERS = ['V18', 'V19', 'V20', 'V21', 'V22', 'V23', 'V24', 'V25', 'V26'];

test.each(Object.entries(VECTORS))('%s', (name, figures) => {
  expect(figures()).toEqual(vectorOf(name).expected);
});

test('every vector of the file is computed here, or belongs to another product', () => {
  expect([...Object.keys(VECTORS), ...OF_OTHERS].toSorted()).toEqual(VECTOR_NAMES.toSorted());
});
