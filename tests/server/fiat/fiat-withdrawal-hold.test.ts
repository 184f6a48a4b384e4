/**
 * With `FIAT_WITHDRAWAL_HOLD_H` set, coins bought for fiat money cannot be withdrawn until the hold ends;
 * other coins can.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WithdrawalTerms } from '../../../contract/wallet/wallet.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { postAd } from '../../support/fiat/fiat-ads.ts';
import { confirm, done, paidOrder, type Known } from '../../support/fiat/fiat-orders.ts';
import {
  newFiatUser,
  newMerchant,
  startFiatServer,
  type FiatUser,
} from '../../support/fiat/fiat-users.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { PAY_PASSWORD } from '../../support/users/pay-password.ts';
import { FIAT, SPOT } from '../../support/users/balances.ts';
import { USDT_ID } from '../../support/users/transfers.ts';
import { bindAddress, CHAIN } from '../../support/wallet/wallet-users.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let known: Required<Pick<Known, 'merchant' | 'ad'>>;
beforeAll(async () => {
  server = await startFiatServer({ env: { FIAT_WITHDRAWAL_HOLD_H: '24' } });
  const merchant = await newMerchant(server, '100000');
  known = { merchant, ad: await postAd(merchant, 'sell', { total: '50000' }) };
});
afterAll(() => server.stop());

interface Buyer {
  readonly person: FiatUser;
  readonly withdraw: (amount: string) => ReturnType<typeof withdrawTo>;
}

const withdrawTo = (person: FiatUser, addressId: string, amount: string) =>
  person.call('createWithdrawal', {
    address_id: addressId,
    amount,
    pay_password: PAY_PASSWORD,
    google_code: '',
  });

/** A buyer with that many USDT in the spot account, deposited long ago, and a withdrawal address. */
async function newBuyer(usdt: string): Promise<Buyer> {
  const person = await newFiatUser(server);
  await server.grant(person.email, 'USDT', usdt);
  const { id } = dataOf(await bindAddress(server, person, 'USDT'));
  return { person, withdraw: (amount) => withdrawTo(person, id, amount) };
}

/** Buys 100 USDT, which arrive in the fiat account. @returns the time at which the order ended. */
async function buy({ person }: Buyer): Promise<number> {
  const { order } = await paidOrder(server, 'sell', { ...known, taker: person });
  const { updated_at: endedAtMs } = await done(confirm, known.merchant, order);
  return endedAtMs;
}

const moveToSpot = ({ person }: Buyer) =>
  person.ask('createTransfer', {
    currency_id: String(USDT_ID),
    from_account_type_id: String(FIAT),
    to_account_type_id: String(SPOT),
    amount: '100',
  });

const termsOf = ({ person }: Buyer): Promise<WithdrawalTerms> =>
  person.ask('getWithdrawalTerms', { currency_id: String(USDT_ID), chain: CHAIN });

test('a purchase is held until its hours are over, order by order; the earlier balance is not', async () => {
  const buyer = await newBuyer('60');
  const boughtAtMs = await buy(buyer);
  const free = { available: '60', withdrawable: '60', bought_on_hold: '0', locked: '0' };
  expect(await termsOf(buyer)).toMatchObject({ ...free, bought_on_hold_until: null });

  await moveToSpot(buyer);
  expect(await termsOf(buyer)).toMatchObject({
    available: '160',
    withdrawable: '60',
    bought_on_hold: '100',
    bought_on_hold_until: boughtAtMs + 24 * HOUR_MS,
    locked: '0',
  });
  const refused = await buyer.withdraw('61');
  expect(errorOf(refused)).toBe('purchase_on_hold');
  expect(refused).toMatchObject({ retry_after_s: hoursLeft(24) });
  dataOf(await buyer.withdraw('20'));

  await server.controlAdvance(12 * HOUR_MS);
  await buy(buyer);
  await moveToSpot(buyer);
  expect(await buyer.withdraw('140')).toMatchObject({ retry_after_s: hoursLeft(12) });
  expect(await buyer.withdraw('141')).toMatchObject({ retry_after_s: hoursLeft(24) });
  await server.controlAdvance(12 * HOUR_MS);
  expect(errorOf(await buyer.withdraw('141'))).toBe('purchase_on_hold');
  dataOf(await buyer.withdraw('140'));
  expect(errorOf(await buyer.withdraw('100'))).toBe('purchase_on_hold');
  await server.controlAdvance(12 * HOUR_MS);
  dataOf(await buyer.withdraw('100'));
  expect((await server.verifyLedger()).faults).toEqual([]);
});

test('of many withdrawals at one moment none takes held coins', async () => {
  const buyer = await newBuyer('60');
  await buy(buyer);
  await moveToSpot(buyer);
  const answers = await Promise.all(Array.from({ length: 8 }, () => buyer.withdraw('40')));
  const errors = answers.map(errorOf);
  expect(errors.filter((error) => error === undefined)).toHaveLength(1);
  expect(errors.filter((error) => error === 'purchase_on_hold')).toHaveLength(7);
  expect(await termsOf(buyer)).toMatchObject({ available: '120', withdrawable: '20' });
});

/** Matches seconds up to that many hours, part of which the test has used. */
const hoursLeft = (hours: number): unknown =>
  expect.toSatisfy(
    (seconds: number) => seconds <= hours * 3_600 && seconds > hours * 3_600 - 120,
    `up to ${hours} hours`,
  );
