/** The operators' search, the order of waiting records, and the links that operators set. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { AREAS } from '../../../server/kit/phone-areas.ts';
import { demoAccount } from '../../support/pages/product.ts';
import { DEMO_LINKS } from '../../../server/kit/settings/settings.ts';
import { codeIn, dataOf, errorOf, messagesTo, registration } from '../../support/users/accounts.ts';
import { newTrader } from '../../support/users/test-user.ts';
import { newWithdrawer, withdraw } from '../../support/wallet/wallet-users.ts';
import { openTicket } from '../../support/desk/feedback-tickets.ts';
import { callOperator, signInOperator } from '../../support/operator/operators.ts';
import type { TestOperator } from '../../support/operator/operators.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const reason = 'as a test says';

let server: TestServer;
let operator: TestOperator;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off' } });
  operator = await signInOperator(server);
});
afterAll(() => server.stop());

const found = async (text: string): Promise<readonly string[]> =>
  (await operator.ask('searchUsers', { text, size: '100' })).users.map(({ account }) => account);

/** @returns the number as stored. */
async function signUpByMobile(): Promise<string> {
  const mobile = '15112345678';
  const area_id = String(AREAS.find(({ iso }) => iso === 'DE')?.id);
  dataOf(await server.call('sendSmsCode', { mobile, area_id, scene: 'register' }));
  const [message] = await messagesTo(server, `+49${mobile}`);
  const fields = registration(mobile, codeIn(message));
  dataOf(await server.call('register', { ...fields, area_id, type: 'mobile' }));
  return `+49${mobile}`;
}

describe('users', () => {
  const [merchant, trader] = [demoAccount('merchant'), demoAccount('trader')];

  test('are found by a part of their account, in any case', async () => {
    const { users } = await operator.ask('searchUsers', { text: merchant });
    const [{ uid = '', shop_name: shop = null } = {}] = users;
    expect(users).toHaveLength(1);
    expect(await found(merchant.slice(2, -3).toUpperCase())).toContain(merchant);
    expect(await found(uid.slice(1, -1))).toContain(merchant);
    expect(
      await found(
        ensure(shop ?? undefined, 'shop')
          .slice(0, 5)
          .toLowerCase(),
      ),
    ).toContain(merchant);
    const mobile = await signUpByMobile();
    expect(await found(mobile.slice(3, -1))).toEqual([mobile]);
    expect(await found(`${trader}x`)).toEqual([]);
  });

  test('are found by a part of their certified name, and are shown with it', async () => {
    for (const text of ['Hai Lin', 'hai l', 'I LIN']) {
      const { users } = await operator.ask('searchUsers', { text });
      expect(users).toMatchObject([{ account: merchant, masked_name: 'H***' }]);
    }
  });

  test('are not found by wildcards, nor by a single character', async () => {
    for (const text of ['%%', '__', String.raw`\\`, '%@%', "' or '1'='1"])
      expect(await found(text)).toEqual([]);
    for (const text of ['', 'a', ' a ', '  '])
      expect(errorOf(await operator.call('searchUsers', { text }))).toBe('invalid_request');
  });

  test('are found page by page among a hundred thousand, before the search times out', async () => {
    await queryServer(
      server,
      `insert into users (uid, email, password_hash, invite_code, locale, created_at_ms)
        select 'n' || n, 'crowd' || n || '@many.test', '', 'crowd-' || n, 'zh-CN', 1
        from generate_series(1, 100000) n`,
    );
    await queryServer(server, 'analyze users');
    expect(await found('crowd77777@')).toEqual(['crowd77777@many.test']);
    const first = await operator.ask('searchUsers', { text: 'many.test', size: '3' });
    const before = ensure(first.next ?? undefined, 'next page');
    const second = await operator.ask('searchUsers', { text: 'many.test', size: '3', before });
    const accounts = [...first.users, ...second.users].map(({ account }) => account);
    expect(accounts).toEqual(
      Array.from({ length: 6 }, (_, index) => `crowd${100_000 - index}@many.test`),
    );
    expect(await found('zq')).toEqual([]);
    const plan = await queryServer<{ 'QUERY PLAN': string }>(
      server,
      "explain select id from users where lower(email) like '%crowd77777@%'",
    );
    expect(JSON.stringify(plan)).toContain('users_search');
    const planByName = await queryServer<{ 'QUERY PLAN': string }>(
      server,
      "explain select id from users where lower(real_name) like '%hai lin%'",
    );
    expect(JSON.stringify(planByName)).toContain('users_search_name');
  });
});

test('pending withdrawals come oldest first, others newest first', async () => {
  const person = await newWithdrawer(server, { USDT: '500000' });
  const ids: string[] = [];
  for (const amount of ['20000', '21000', '22000'])
    ids.push(dataOf(await withdraw(server, person, { amount })).id);
  const phase = 'pending_review';
  const page = await operator.ask('listWithdrawals', { phase, size: '2' });
  expect(page.withdrawals.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const before = ensure(page.next ?? undefined, 'next page');
  const rest = await operator.ask('listWithdrawals', { phase, size: '2', before });
  expect(rest.withdrawals.map(({ id }) => id)).toEqual(ids.slice(2));
  for (const id of ids) await operator.ask('rejectWithdrawal', { id, rejection: 'other', reason });
  const done = await operator.ask('listWithdrawals', { phase: 'rejected' });
  expect(done.withdrawals.map(({ id }) => id)).toEqual(ids.toReversed());
});

test('tickets that wait for an answer come oldest first, answered ones newest first', async () => {
  const { token } = await newTrader(server);
  const ids: string[] = [];
  for (const title of ['First question', 'Second question', 'Third question'])
    ids.push(
      dataOf(
        await openTicket(server, token, { type: 'other', title, content: 'What is to be done?' }),
      ).id,
    );
  const waiting = { state: 'awaiting_reply' } as const;
  const page = await operator.ask('listFeedback', { ...waiting, size: '2' });
  expect(page.tickets.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  const before = ensure(page.next ?? undefined, 'next page');
  const rest = await operator.ask('listFeedback', { ...waiting, size: '2', before });
  expect(rest.tickets.map(({ id }) => id)).toEqual(ids.slice(2));
  for (const id of ids) {
    const { revision } = await operator.ask('getFeedback', { id });
    const words = { client_id: randomUUID(), content: 'Nothing more.', reason };
    await operator.ask('replyFeedback', { id, revision: String(revision), ...words });
  }
  const done = await operator.ask('listFeedback', { state: 'replied' });
  expect(done.tickets.map(({ id }) => id)).toEqual(ids.toReversed());
});

test('articles are listed by their titles in the language of the operator, and show a missing one', async () => {
  const words = (title: string) => ({ title, summary: '', content: '<p>x</p>' });
  const texts = { 'zh-CN': words('标题'), 'fr-FR': words('Titre') };
  const { id } = await operator.ask('saveNews', {
    category_id: '5',
    texts: JSON.stringify(texts),
    reason,
  });
  const titleIn = async (lang: string) => {
    const options = { token: operator.token, headers: { lang } };
    const list = dataOf(await callOperator(server, 'listNews', { category_id: '5' }, options));
    const { title, title_locale: locale } = ensure(
      list.find((one) => one.id === id),
      'article',
    );
    return [title, locale];
  };
  expect(await titleIn('fr-FR')).toEqual(['Titre', 'fr-FR']);
  expect(await titleIn('de-DE')).toEqual(['标题', 'zh-CN']);
});

test('a new article is stored once, however often it is sent', async () => {
  const category = { category_id: '4' } as const;
  const texts = JSON.stringify({ 'zh-CN': { title: '一次', summary: '', content: '<p>x</p>' } });
  const fields = { ...category, texts, reason };
  const client_id = randomUUID();
  const countArticles = async () => (await operator.ask('listNews', category)).length;
  const before = await countArticles();
  const send = () => operator.call('saveNews', { ...fields, client_id });
  const sent = (await Promise.all([send(), send(), send()])).map(dataOf);
  const { id, revision } = dataOf(await send());
  expect(sent.map((one) => one.id)).toEqual([id, id, id]);
  expect(await countArticles()).toBe(before + 1);
  const subject = { subject_kind: 'news', subject_id: String(id) } as const;
  expect((await operator.ask('listAudit', subject)).entries).toHaveLength(1);

  // The article has changed since then; a late request does not undo that.
  const change = { id: String(id), revision: String(revision) };
  const changed = JSON.stringify({ 'zh-CN': { title: '两次', summary: '', content: '' } });
  await operator.ask('saveNews', { ...fields, ...change, texts: changed });
  expect(dataOf(await send()).title).toBe('两次');
  const mixed = await operator.call('saveNews', { ...fields, ...change, client_id });
  expect(mixed).toMatchObject({ error: 'invalid_request', fields: ['client_id'] });

  // Without a `client_id`, or with a different one, the same text makes a new article.
  await operator.ask('saveNews', { ...fields, client_id: randomUUID() });
  for (let time = 0; time < 2; time += 1) await operator.ask('saveNews', fields);
  expect(await countArticles()).toBe(before + 4);
});

describe('links', () => {
  const shown = async (key: string) => dataOf(await server.call('getSetting', { key }));
  const save = (value: string) =>
    operator.call('saveSetting', { key: 'service_url', value, reason });

  test('of a demo lead outside', async () => {
    expect(await shown('service_url')).toBe(DEMO_LINKS.service_url);
    expect(await shown('app_download_url')).toMatch(/^https:/);
  });

  test.each(['https://chat.example/a?b=c#d', 'mailto:help@example.org?subject=x', 'tel:+33-1-23'])(
    '%s is set by an operator, and users get it',
    async (value) => {
      dataOf(await save(value));
      expect(await shown('service_url')).toBe(value);
      expect(errorOf(await save(value))).toBe('not_changed');
      const settings = await operator.ask('listSettings', {});
      expect(settings.find(({ key }) => key === 'service_url')).toMatchObject({
        value,
        is_of_start: false,
        last_act: { action: 'setting.save', reason, operator_name: 'Demo operator' },
      });
    },
  );

  test('is removed by the empty one, and stays removed after a start', async () => {
    dataOf(await save(''));
    expect(await shown('service_url')).toBe('');
    await server.restart();
    expect(await shown('service_url')).toBe('');
  });

  test.each([
    '/help-center',
    'http://chat.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//chat.example',
    'https:chat.example',
    'https:///x',
    'https://a@b.example',
    'https://a.example/ b',
    ' https://a.example',
    'mailto:nobody',
    'tel:call-me',
    `https://a.example/${'x'.repeat(500)}`,
  ])('%s is no link', async (value) => {
    expect(errorOf(await save(value))).toBe('invalid_request');
  });
});
