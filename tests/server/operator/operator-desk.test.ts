/** The desks of operators, and the effects of their actions on users. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LOCALES } from '../../../contract/languages.ts';
import { CHAIN_LIMITS } from '../../../contract/limits.ts';
import { OPERATOR_ENDPOINTS } from '../../../contract/operator/endpoints.ts';
import { documents } from '../../support/desk/documents.ts';
import { dataOf, errorOf, messagesTo } from '../../support/users/accounts.ts';
import { newUser, newTrader } from '../../support/users/test-user.ts';
import { findMarket, placeOrder } from '../../support/spot/orders.ts';
import { coinOf, inPhase, newWithdrawer, withdraw } from '../../support/wallet/wallet-users.ts';
import { signInOperator } from '../../support/operator/operators.ts';
import type { OperatorFields, TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';
import { ChainControl } from '../../support/custody/chain-control.ts';

const reason = 'a test';

let server: TestServer;
let operator: TestOperator;
beforeAll(async () => {
  server = await startTestServer({
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback', DISK_WARNING_GB: '99999.5' },
  });
  operator = await signInOperator(server);
});
afterAll(async () => {
  const { faults } = await server.verifyLedger();
  await server.stop();
  expect(faults).toEqual([]);
});

const userIdOf = async (email: string): Promise<string> => {
  const { users } = await operator.ask('searchUsers', { text: email });
  const [user] = users;
  return String(ensure(user, email).id);
};

const readPicture = (id: string, token: string): Promise<Response> =>
  fetch(`${server.operatorOrigin}${OPERATOR_ENDPOINTS.readPicture.path}?id=${id}`, {
    headers: { authorization: token },
  });

describe('real-name verification', () => {
  test('is queued oldest first, shown in full, and decided', async () => {
    const first = await newUser(server);
    const second = await newUser(server);
    for (const { token } of [first, second])
      dataOf(await server.call('submitVerification', await documents(server), { token }));
    const { reviews } = await operator.ask('listVerifications', { state: 'in_review' });
    const accounts = reviews.map(({ person }) => person.account);
    expect(accounts.indexOf(first.email)).toBeLessThan(accounts.indexOf(second.email));
    const before = await operator.ask('countQueues', {});
    const { id } = ensure(
      reviews.find(({ person }) => person.account === first.email),
      'review',
    );
    const detail = await operator.ask('getVerification', { id });
    expect(detail).toMatchObject({ name: 'Mira Belle', card_id: expect.stringMatching(/^X\d+$/) });
    await operator.ask('decideVerification', { id, verdict: 'certify', reason });
    const { token } = first;
    expect(dataOf(await server.call('getUserInfo', {}, { token })).is_user_real).toBe(true);
    const after = await operator.ask('countQueues', {});
    expect(after.reviews).toBe(before.reviews - 1);
  });

  test('shows its photos to operators, and logs each viewer', async () => {
    const person = await newUser(server);
    const fields = await documents(server);
    dataOf(await server.call('submitVerification', fields, { token: person.token }));
    const query = { user_id: await userIdOf(person.email) };
    const { reviews } = await operator.ask('listVerifications', query);
    const { id } = ensure(reviews[0], 'review');
    const { front_picture_id: pictureId } = await operator.ask('getVerification', { id });
    const response = await readPicture(pictureId, operator.token);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox/),
    });
    expect([...new Uint8Array(await response.arrayBuffer()).subarray(0, 2)]).toEqual([0xff, 0xd8]);
    const reads = await queryServer(
      server,
      'select reader, reader_id from picture_reads where picture_id = $1',
      [pictureId],
    );
    expect(reads).toEqual([{ reader: 'operator', reader_id: operator.operatorId }]);
  });

  test('keeps earlier submissions in addition to the present one', async () => {
    const { email, token } = await newUser(server);
    const hand = async () =>
      dataOf(await server.call('submitVerification', await documents(server), { token }));
    await hand();
    const query = { user_id: await userIdOf(email) };
    const [one] = (await operator.ask('listVerifications', query)).reviews;
    const { id } = ensure(one, 'review');
    const refused = {
      verdict: 'fail',
      verdict_reason: 'other',
      verdict_text: 'Too dark.',
    } as const;
    await operator.ask('decideVerification', { id, ...refused, reason });
    await hand();
    const [latest] = (await operator.ask('listVerifications', query)).reviews;
    const { others } = await operator.ask('getVerification', { id: ensure(latest, 'review').id });
    expect(others).toMatchObject([{ id, state: 'failed', verdict_text: 'Too dark.' }]);
  });

  test.each([
    ['a failure without its kind', { verdict: 'fail' }, 'verdict_reason'],
    ['another reason without a text', { verdict: 'fail', verdict_reason: 'other' }, 'verdict_text'],
    [
      'a certification with a kind',
      { verdict: 'certify', verdict_reason: 'other' },
      'verdict_reason',
    ],
    ['a certification with a text', { verdict: 'certify', verdict_text: 'Fine.' }, 'verdict_text'],
  ] as const)('refuses %s', async (_name, fields, field) => {
    const answer = await operator.call('decideVerification', { id: '1', ...fields, reason });
    expect(answer).toMatchObject({ error: 'invalid_request', fields: [field] });
  });
});

describe('withdrawals', () => {
  test('above the threshold wait, and go out when they are approved', async () => {
    const person = await newWithdrawer(server, { USDT: '50000' });
    const { id } = dataOf(await withdraw(server, person, { amount: '20000' }));
    const { withdrawals } = await operator.ask('listWithdrawals', { phase: 'pending_review' });
    expect(withdrawals.find((one) => one.id === id)).toMatchObject({
      amount: '20000',
      value: '20000',
      person: { account: person.email },
    });
    const approved = await operator.ask('approveWithdrawal', { id, reason });
    expect(approved.operator_id).toBe(operator.operatorId);
    await inPhase(server, person, id, 'confirming');
  });

  test('of one user are listed page by page', async () => {
    const person = await newWithdrawer(server, { USDT: '90000' });
    const ids: string[] = [];
    for (const amount of ['20000', '21000', '22000'])
      ids.unshift(dataOf(await withdraw(server, person, { amount })).id);
    const user_id = await userIdOf(person.email);
    const first = await operator.ask('listWithdrawals', { user_id, size: '2' });
    const before = ensure(first.next ?? undefined, 'next page');
    const second = await operator.ask('listWithdrawals', { user_id, size: '2', before });
    expect([...first.withdrawals, ...second.withdrawals].map(({ id }) => id)).toEqual(ids);
    expect(second.next).toBeNull();
  });

  test('in manual review are resolved by evidence, with proof', async () => {
    const person = await newWithdrawer(server, { USDT: '100' });
    await new ChainControl(server).failBroadcasts('rejected');
    const { id } = dataOf(await withdraw(server, person, { amount: '40' }));
    const { transaction_hash: hash } = await inPhase(server, person, id, 'manual_review');
    type Resolution = Omit<OperatorFields<'resolveWithdrawal'>, 'id' | 'reason'>;
    const resolve = async (fields: Resolution) =>
      errorOf(await operator.call('resolveWithdrawal', { id, reason, ...fields }));
    const sentBy = (transaction_hash = '') =>
      resolve({ resolution: 'confirm_sent', transaction_hash });
    expect((await operator.ask('countQueues', {})).manual_reviews).toBe(1);
    // The hash did not pay it yet, but may still do so: neither outcome can be recorded before it is proved.
    expect(await sentBy(hash ?? '')).toBe('transaction_hash_invalid');
    expect(await sentBy('no-hash-of-this-chain')).toBe('transaction_hash_invalid');
    expect(await resolve({ resolution: 'declare_unsent' })).toBe('still_payable');
    await new ChainControl(server).mine(CHAIN_LIMITS.withdrawal_confirmations);
    const unsent = { resolution: 'declare_unsent', text: 'The network refused it.' } as const;
    expect(await resolve(unsent)).toBeUndefined();
    expect(await inPhase(server, person, id, 'rejected')).toMatchObject({
      reason: 'not_sent',
      reason_text: 'The network refused it.',
    });
    expect(await sentBy(hash ?? '')).toBe('already_decided');
    expect(await resolve(unsent)).toBe('already_decided');
    expect(await resolve({ resolution: 'rebroadcast' })).toBe('already_decided');
  });

  test('that their owner canceled cannot be approved', async () => {
    const person = await newWithdrawer(server, { USDT: '50000' });
    const { id } = dataOf(await withdraw(server, person, { amount: '20000' }));
    dataOf(await server.call('cancelWithdrawal', { id }, { token: person.token }));
    const answer = await operator.call('approveWithdrawal', { id, reason });
    expect(errorOf(answer)).toBe('already_decided');
  });
});

describe('users', () => {
  test('that are disabled are out at once, and in again when enabled', async () => {
    const { email, token } = await newUser(server);
    const id = await userIdOf(email);
    await operator.ask('disableUser', { id, reason });
    expect(errorOf(await server.call('getUserInfo', {}, { token }))).toBe('user_disabled');
    await operator.ask('enableUser', { id, reason });
    expect(await operator.ask('getUser', { id })).toMatchObject({ disabled_at: null });
  });

  test('are shown with their verification and their accounts, without a secret', async () => {
    const person = await newTrader(server, { USDT: '12.5' });
    const detail = await operator.ask('getUser', { id: await userIdOf(person.email) });
    expect(detail.account).toBe(person.email);
    const [spot] = detail.accounts.groups;
    expect(spot?.accounts).toMatchObject([{ currency_code: 'USDT', available: '12.5' }]);
    expect(JSON.stringify(detail)).not.toMatch(/argon2|password/);
  });
});

describe('news', () => {
  const article = (content: string) => ({
    'zh-CN': { title: '标题', summary: '', content },
    'en-US': { title: 'Title', summary: 'Short', content },
  });
  const save = (texts: object, more: { readonly id?: string } = {}) =>
    operator.call('saveNews', { category_id: '4', texts: JSON.stringify(texts), reason, ...more });
  const shown = (id: number, lang = 'en-US') =>
    server.call('getNews', { id: String(id) }, { lang });

  test('is visible when it is published, and no longer when withdrawn', async () => {
    const { id } = dataOf(await save(article('<p>Words</p>')));
    expect(errorOf(await shown(id))).toBe('news_not_found');
    const titles = async () => {
      const list = await server.call('listNews', { category_id: '4' }, { lang: 'en-US' });
      return dataOf(list).filter((one) => one.id === id);
    };
    expect(await titles()).toEqual([]);
    await operator.ask('publishNews', { id: String(id), reason });
    expect(dataOf(await shown(id))).toMatchObject({ title: 'Title', content: '<p>Words</p>' });
    expect(dataOf(await shown(id, 'ja-JP')).title).toBe('标题');
    expect(await titles()).toHaveLength(1);
    await operator.ask('withdrawNews', { id: String(id), reason });
    expect(errorOf(await shown(id))).toBe('news_not_found');
    expect(await titles()).toEqual([]);
  });

  test('is stored in its sanitized form, which the preview shows', async () => {
    const hostile = '<p onclick="x()">A<script>alert(1)</script></p><img src=x onerror=alert(1)>';
    const preview = await operator.ask('previewNews', { content: hostile });
    expect(preview.content).toBe('<p>A</p>');
    const { texts } = dataOf(await save(article(hostile)));
    expect(texts['en-US']?.content).toBe('<p>A</p>');
  });

  test('that is changed changes for its readers, and loses the languages that are left out', async () => {
    const { id } = dataOf(await save(article('<p>Old</p>')));
    await operator.ask('publishNews', { id: String(id), reason });
    const { 'zh-CN': only } = article('<p>New</p>');
    dataOf(await save({ 'zh-CN': only }, { id: String(id) }));
    expect(dataOf(await shown(id))).toMatchObject({ title: '标题', content: '<p>New</p>' });
    const list = await operator.ask('listNews', { category_id: '4' });
    expect(list.find((one) => one.id === id)?.locales).toEqual(['zh-CN']);
  });

  test('may be long in all languages', async () => {
    const long = { title: 'Long', summary: '', content: `<p>${'x'.repeat(40_000)}</p>` };
    const { locales } = dataOf(await save(Object.fromEntries(LOCALES.map((one) => [one, long]))));
    expect(locales.toSorted()).toEqual([...LOCALES].toSorted());
  });

  test.each([
    ['no default language', JSON.stringify({ 'en-US': article('x')['en-US'] })],
    [
      'a language that does not exist',
      JSON.stringify({ ...article('x'), 'xx-XX': article('x')['en-US'] }),
    ],
    ['no title', JSON.stringify({ 'zh-CN': { title: '', summary: '', content: 'x' } })],
    ['an unknown field', JSON.stringify({ 'zh-CN': { ...article('x')['zh-CN'], author: 'x' } })],
    ['invalid JSON', '{'],
    ['a value that is no object', '[]'],
    [
      'a property name of all objects',
      '{"__proto__": {"title": "x", "summary": "", "content": "x"}}',
    ],
  ])('is refused with %s', async (_name, texts) => {
    const answer = await operator.call('saveNews', { category_id: '4', texts, reason });
    expect(answer).toMatchObject({ error: 'invalid_request', fields: ['texts'] });
  });
});

describe('markets and coins', () => {
  test('a market that is halted takes no order until it is opened', async () => {
    const person = await newTrader(server, { USDT: '1000' });
    const { id, priceAt } = await findMarket(server, 'ETH');
    const order = {
      currency_match_id: id,
      type: 'limit',
      side: 'buy',
      price: priceAt(0.95),
      quantity: '0.01',
    } as const;
    const { id: orderId } = dataOf(await placeOrder(server, person, order));
    await operator.ask('setMarketStatus', { id, status: 'halted', reason });
    expect(errorOf(await placeOrder(server, person, order))).toBe('market_halted');
    expect(await operator.ask('closeMarketOrders', { id, reason })).toEqual({ closed: 1 });
    const { token } = person;
    const closed = dataOf(await server.call('getOrder', { id: orderId }, { token }));
    expect(closed.state).toBe('cancelled');
    await operator.ask('setMarketStatus', { id, status: 'trading', reason });
    dataOf(await placeOrder(server, person, order));
  });

  test('a coin has the costs for users that operators set', async () => {
    const { token } = await newTrader(server, {});
    const before = await coinOf(server, token, 'SOL');
    const coin = { currency_id: String(before.currency_id), chain: before.chain };
    const terms = { min_deposit: '0', min_withdrawal: '3.5', withdrawal_fee: '0.25' };
    const flags = { can_deposit: '1', can_withdraw: '0' } as const;
    await operator.ask('saveWalletCoin', { ...coin, ...terms, ...flags, reason });
    const after = await coinOf(server, token, 'SOL');
    expect(after).toMatchObject({ ...terms, can_deposit: true, can_withdraw: false });
    const { entries } = await operator.ask('listAudit', {
      subject_kind: 'wallet_coin',
      subject_id: `${coin.currency_id}:${coin.chain}`,
    });
    expect(Object.keys(ensure(entries[0], 'entry').details)).toContain('withdrawalFee');
    const worthless = { ...terms, min_withdrawal: '0.25' };
    const refused = await operator.call('saveWalletCoin', {
      ...coin,
      ...worthless,
      ...flags,
      reason,
    });
    expect(errorOf(refused)).toBe('amount_too_small');
  });

  test('a coin may have only terms that the ledger and its chain can express', async () => {
    const { token } = await newTrader(server, {});
    const before = await coinOf(server, token, 'ADA');
    const coin = { currency_id: String(before.currency_id), chain: before.chain };
    const terms = { min_deposit: '0', min_withdrawal: '3.5', withdrawal_fee: '0.25' };
    const rest = { ...coin, can_deposit: '1', can_withdraw: '1', reason } as const;
    const save = async (changed: Partial<typeof terms>) =>
      errorOf(await operator.call('saveWalletCoin', { ...rest, ...terms, ...changed }));
    expect(await save({ min_withdrawal: '9'.repeat(38) })).toBe('amount_scale_exceeded');
    expect(await save({ min_deposit: '9'.repeat(38) })).toBe('amount_scale_exceeded');
    await queryServer(
      server,
      `update wallet_coins set decimals = 1 where currency_id = ${before.currency_id}`,
    );
    expect(await save({})).toBe('amount_scale_exceeded');
    expect(await save({ withdrawal_fee: '0.2' })).toBeUndefined();
  });
});

test('the ledger is shown with its faults', async () => {
  await newTrader(server, { USDT: '5' });
  const { is_consistent: isConsistent, faults, totals } = await operator.ask('getLedgerHealth', {});
  expect({ isConsistent, faults }).toEqual({ isConsistent: true, faults: [] });
  expect(totals.find((one) => one.currency_code === 'USDT')).toMatchObject({ sum: '0' });
});

test('the free disk space is shown, and a warning below the minimum', async () => {
  const { disk } = await operator.ask('getLedgerHealth', {});
  expect(disk).toEqual({ free_gb: expect.any(String), warning_gb: '99999.5', is_low: true });
  expect(Number(disk.free_gb)).toBeGreaterThan(0);
  expect((await operator.ask('countQueues', {})).disk).toMatchObject({ is_low: true });
  expect(server.logs.join('\n')).toContain(
    'less than 99999.5 GB of disk space are free: make room',
  );
});

test('the development mailbox is read by operators', async () => {
  const { email } = await newUser(server);
  await messagesTo(server, email);
  const { is_available: isAvailable, messages } = await operator.ask('listMailbox', {
    recipient: email,
  });
  expect(isAvailable).toBe(true);
  expect(messages).toMatchObject([{ channel: 'mail', recipient: email }]);
});

test('a missing picture is answered like one without work for the operator', async () => {
  const { token } = await newTrader(server, {});
  expect(token).not.toBe('');
  const response = await readPicture(randomUUID(), operator.token);
  expect(await response.json()).toMatchObject({ error: 'picture_not_found' });
});

test.each(['getVerification', 'getWithdrawal'] as const)(
  '%s that finds nothing has an error that fits any kind of record',
  async (name) => {
    const answer = await operator.call(name, { id: '999999' });
    // In the default language, for a caller without one; the text does not say "submission".
    expect(answer).toMatchObject({
      error: 'review_not_found',
      msg: '未找到该记录，请刷新后重试。',
    });
  },
);
