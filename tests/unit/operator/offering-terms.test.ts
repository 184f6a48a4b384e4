/** Terms of an offering whose token and payment currency have different decimals: read exactly, and shown as sent. */
import { expect, test } from 'vitest';
import { IeoWire } from '../../../server/areas/ieo/ieo.area.ts';
import { readOfferingTerms } from '../../../server/areas/operator/offering-terms.ts';
import type { Currencies } from '../../../server/ledger/currencies.ts';

const TOKEN = { id: 7, code: 'TOK', name: 'Token', scale: 6 };
const PAY = { id: 9, code: 'PAY', name: 'Pay', scale: 8 };
const currencies = {
  byId: (id: number) => [TOKEN, PAY].find((currency) => currency.id === id),
} as unknown as Pick<Currencies, 'byId'>;

const SENT = {
  token_currency_id: TOKEN.id,
  pay_currency_id: PAY.id,
  issue_price: '0.00000003',
  step: '2',
  offered_steps: 10,
  cap_steps: 4,
  steps_min: 1,
  steps_max: 8,
  yield_ppm: undefined,
  preheat_at: 1,
  opens_at: 2,
  closes_at: 3,
};
const read = (change: Partial<typeof SENT> = {}) =>
  readOfferingTerms({ ...SENT, ...change }, currencies);

test('a step costs its tokens times the price of one, in units of the payment currency', () => {
  expect(read()).toMatchObject({
    ok: true,
    value: { issuePrice: 3n, stepSize: 2_000_000n, stepPrice: 6n },
  });
});

test('a step that costs a part of a unit is refused, and so is a digit too many', () => {
  const refused = { ok: false, error: 'amount_scale_exceeded' };
  expect(read({ step: '0.5' })).toEqual(refused);
  expect(read({ step: '0.0000001' })).toEqual(refused);
  expect(read({ issue_price: '0.000000001' })).toEqual(refused);
});

test('quantities are shown in the decimals of the token, and payments in those of the currency', () => {
  const terms = read();
  if (!terms.ok) throw new Error(terms.error);
  const row = {
    ...terms.value,
    id: 1,
    phase: 'subscribing' as const,
    subscribed: 3,
    subscribers: 1,
    allocated: null,
    savedBy: null,
    revision: 1,
    createdAtMs: 0,
    updatedAtMs: 0,
  };
  expect(new IeoWire(currencies).offering(row)).toMatchObject({
    step: '2',
    issue_price: '0.00000003',
    step_price: '0.00000006',
    offered: '20',
    cap: '8',
    subscribed: '6',
  });
});
