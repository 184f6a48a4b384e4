/**
 * Operators and token offerings over HTTP: one saves the terms, another publishes them with tokens that are there, and
 * a cancellation gives every payment back.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { MINUTE_MS } from '../../../contract/time.ts';
import { signInColleague } from '../../support/operator/colleague.ts';
import { callReasoned, REASON, refusalOf } from '../../support/desk/reasoned-calls.ts';
import { eventually } from '../../support/eventually.ts';
import {
  currenciesOf,
  offeringTerms,
  type OfferingCurrencies,
} from '../../support/ieo/offering-terms.ts';
import { subscribeOffering } from '../../support/ieo/ieo-users.ts';
import { signInOperator, type TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { balanceOf, FINANCIAL, SPOT } from '../../support/users/balances.ts';
import { newUser } from '../../support/users/test-user.ts';

/** Shorter than a session without calls. */
const SOON_MS = 5 * MINUTE_MS;

let server: TestServer;
let author: TestOperator;
let colleague: TestOperator;
/** Currencies of the offerings. */
let ids: OfferingCurrencies;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } });
  author = await signInOperator(server);
  colleague = await signInColleague(server);
  ids = await currenciesOf(server, 'MRB');
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const newDraft = async (times = {}) =>
  ensure(
    dataOf(await callReasoned(author, 'saveOffering', { ...offeringTerms(ids), ...times }))
      .offerings[0],
    'the new draft',
  );
const found = async (id: string) => {
  const { offerings } = await author.ask('getOfferingDesk', {});
  return ensure(
    offerings.find((each) => each.id === id),
    `offering ${id}`,
  );
};
const ask = (amount: string) =>
  callReasoned(author, 'askOfferingFunding', { currency_id: ids.token, amount });
/** A token has no price yet, so that a second operator must approve each amount. */
const fund = async (amount: string) => {
  const { changes } = dataOf(await ask(amount)).funds;
  const { id, state } = ensure(changes[0], 'the change');
  expect(state).toBe('waiting');
  expect(await refusalOf(author, 'approveOfferingFunding', { id })).toBe('second_operator_needed');
  const { funds } = dataOf(await callReasoned(colleague, 'approveOfferingFunding', { id }));
  expect(funds.changes.find((change) => change.id === id)?.state).toBe('booked');
};
const tokens = async () => {
  const { tokens: all } = await author.ask('getOfferingDesk', {});
  const own = all.find(({ currency_id: id }) => String(id) === ids.token);
  return { free: Number(own?.free), promised: Number(own?.promised) };
};
const seen = async (id: string) =>
  dataOf(await server.call('listOfferings', {})).find((each) => each.id === id);

test('a second operator publishes funded terms, and a cancellation refunds every payment exactly', async () => {
  const {
    id,
    revision,
    saved_by: savedBy,
    phase,
  } = await newDraft({
    preheat_at: String(Date.now() + SOON_MS),
    opens_at: String(Date.now() + SOON_MS),
  });
  expect({ revision, savedBy, phase }).toEqual({
    revision: 0,
    savedBy: author.operatorId,
    phase: 'draft',
  });
  expect(await seen(id)).toBeUndefined();
  expect(errorOf(await server.call('getOffering', { offering_id: id }))).toBe('offering_not_found');
  const before = await tokens();
  expect(await refusalOf(author, 'publishOffering', { id })).toBe('second_operator_needed');
  // The tokens of the demo are promised to its own offering, which opens in days.
  expect(before.free).toBeLessThan(1000);
  expect(await refusalOf(colleague, 'publishOffering', { id })).toBe('offering_tokens_missing');
  await fund('1000');
  dataOf(await callReasoned(colleague, 'publishOffering', { id }));
  expect(await tokens()).toEqual({ free: before.free, promised: before.promised + 1000 });
  expect(await seen(id)).toMatchObject({ state: 'not_started', offered: '1000', cap: '400' });

  const later = { ...offeringTerms(ids), id, issue_price: '0.25' };
  expect(await refusalOf(colleague, 'saveOffering', later)).toBe('already_decided');
  expect(await refusalOf(author, 'publishOffering', { id })).toBe('already_decided');

  const users = await Promise.all([1, 2].map(() => newUser(server, { coins: { USDT: '400.5' } })));
  await server.controlAdvance(SOON_MS);
  await eventually(async () => expect((await found(id)).phase).toBe('subscribing'));
  for (const [index, user] of users.entries()) {
    const quantity = ['300', '800'][index] ?? '';
    const taken = await subscribeOffering(server, user, { quantity, offering: { id } });
    expect(dataOf(taken)).toMatchObject({ state: 'committed', quantity });
  }
  expect(await found(id)).toMatchObject({ subscribed: '1100', subscribers: 2 });
  dataOf(await callReasoned(author, 'cancelOffering', { id }));
  await eventually(async () => {
    for (const user of users) {
      expect(await balanceOf(server, user, 'USDT', SPOT)).toEqual({
        available: '400.5',
        frozen: '0',
      });
      expect(await balanceOf(server, user, 'USDT', FINANCIAL)).toEqual({
        available: '0',
        frozen: '0',
      });
    }
  });
  expect(await found(id)).toMatchObject({
    phase: 'cancelled',
    last_act: { action: 'offering.cancel', reason: REASON },
  });
  expect(await tokens()).toEqual({ free: before.free + 1000, promised: before.promised });
  expect(await sums()).toEqual([]);
  expect(await refusalOf(author, 'cancelOffering', { id })).toBe('already_decided');
  // The issuer gets back what is free, and nothing that is promised.
  const tooMany = before.free + 1001;
  expect(errorOf(await ask(`-${tooMany}`))).toBe('funds_needed');
  await fund('-1000');
  expect(await tokens()).toEqual(before);
});

test('two operators do not publish terms that neither has seen', async () => {
  const draft = await newDraft();
  const { id } = draft;
  const changed = { ...offeringTerms(ids), id, issue_price: '0.25' };
  dataOf(await callReasoned(author, 'saveOffering', changed));
  const old = { id, revision: String(draft.revision) };
  expect(await refusalOf(colleague, 'publishOffering', old)).toBe('record_changed');
  expect(await found(id)).toMatchObject({ phase: 'draft', issue_price: '0.25', step_price: '25' });
  // The one who changes the terms is their author from then on.
  dataOf(await callReasoned(colleague, 'saveOffering', { ...changed, issue_price: '0.125' }));
  expect(await refusalOf(colleague, 'publishOffering', { id })).toBe('second_operator_needed');
});

test('a discarded draft is not published, and no user sees it', async () => {
  const { id } = await newDraft();
  dataOf(await callReasoned(colleague, 'cancelOffering', { id }));
  expect(await found(id)).toMatchObject({
    phase: 'discarded',
    last_act: { action: 'offering.cancel' },
  });
  expect(await refusalOf(author, 'cancelOffering', { id })).toBe('already_decided');
  expect(await refusalOf(colleague, 'publishOffering', { id })).toBe('already_decided');
  expect(await refusalOf(author, 'saveOffering', { ...offeringTerms(ids), id })).toBe(
    'already_decided',
  );
  expect(await seen(id)).toBeUndefined();
  expect(errorOf(await server.call('getOffering', { offering_id: id }))).toBe('offering_not_found');
  const user = await newUser(server, { coins: { USDT: '100' } });
  const taken = await subscribeOffering(server, user, { quantity: '100', offering: { id } });
  expect(errorOf(taken)).toBe('offering_not_found');
});

test('terms outside of their bounds are refused by the name of the field', async () => {
  const terms = offeringTerms(ids);
  const wrong = async (change: Partial<typeof terms>) => {
    const answer = await callReasoned(author, 'saveOffering', { ...terms, ...change });
    return [errorOf(answer), (answer as { fields?: readonly string[] }).fields?.join()];
  };
  const times = { preheat_at: terms.opens_at, opens_at: terms.preheat_at };
  expect(await wrong(times)).toEqual(['invalid_request', 'opens_at']);
  expect(await wrong({ closes_at: terms.opens_at })).toEqual(['invalid_request', 'closes_at']);
  expect(await wrong({ cap_steps: '11' })).toEqual(['invalid_request', 'cap_steps']);
  expect(await wrong({ steps_min: '9' })).toEqual(['invalid_request', 'steps_max']);
  expect(await wrong({ pay_currency_id: ids.token })).toEqual([
    'invalid_request',
    'pay_currency_id',
  ]);
  expect(await wrong({ preheat_at: '1' })).toEqual(['offering_times_past', undefined]);
  expect(await wrong({ token_currency_id: '999999' })).toEqual(['currency_not_found', undefined]);
  // One step would cost half of the smallest unit.
  const tooFine = { step: '0.5', issue_price: '0.000000000000000001' };
  expect(await wrong(tooFine)).toEqual(['amount_scale_exceeded', undefined]);
  const tooMuch = { issue_price: `1${'0'.repeat(14)}`, steps_max: '1000000000' };
  expect(await wrong(tooMuch)).toEqual(['amount_scale_exceeded', undefined]);
});

/** Currencies whose balances do not sum to zero. */
const sums = () =>
  queryServer(
    server,
    `select currency_id from ledger_accounts group by currency_id having sum(available + frozen) <> 0`,
  );
