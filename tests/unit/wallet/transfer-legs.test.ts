/** The legs of a transfer between any two accounts: who books them, and what they change. */
import { expect, test } from 'vitest';
import { units } from '../../../contract/money/units.ts';
import { foreignEntryOf } from '../../../server/ledger/account-owners.ts';
import { legsOf } from '../../../server/areas/wallet/transfer-legs.ts';

const [SPOT, CONTRACT, FIAT, FAST] = [1, 2, 3, 4];
const funds = {
  causeId: '7',
  ownerId: 11,
  actorId: 11,
  requestId: 'request',
  currencyId: 1,
  amount: units(5n),
};

const legTexts = (from: number, to: number): string[] =>
  legsOf(funds, from, to).flatMap((leg) => {
    if (leg === undefined) return [];
    const [taken, given] = [-1, 1].map((sign) =>
      leg.movement.entries.find(({ available }) => Number(available) * sign > 0),
    );
    return [`${leg.by} ${leg.movement.recipe} ${taken?.accountType}>${given?.accountType}`];
  });

test.each([
  [SPOT, CONTRACT, ['spot transfer.towards_dealing 1>104', 'dealing transfer.into_dealing 104>2']],
  [SPOT, FAST, ['spot transfer.towards_dealing 1>104', 'dealing transfer.into_dealing 104>4']],
  [SPOT, FIAT, ['spot transfer.from_spot 1>3']],
  [CONTRACT, SPOT, ['dealing transfer.towards_spot 2>102', 'spot transfer.into_spot 102>1']],
  [FIAT, SPOT, ['rows transfer.towards_spot 3>102', 'spot transfer.into_spot 102>1']],
  [CONTRACT, FAST, ['dealing transfer.between 2>4']],
  [CONTRACT, FIAT, ['dealing transfer.between 2>3']],
  [FIAT, CONTRACT, ['rows transfer.towards_dealing 3>104', 'dealing transfer.into_dealing 104>2']],
])('from %i to %i', (from, to, legs) => {
  expect(legTexts(from, to)).toEqual(legs);
});

test('each leg is one that its owner may book', () => {
  const types = [SPOT, CONTRACT, FIAT, FAST];
  for (const from of types)
    for (const to of types)
      if (from !== to)
        for (const leg of legsOf(funds, from, to))
          if (leg !== undefined) expect(foreignEntryOf(leg.movement, leg.by)).toBeUndefined();
});
