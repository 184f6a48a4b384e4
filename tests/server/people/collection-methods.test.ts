/** Collection methods of users: bank cards, Alipay and WeChat. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { HOUR_MS } from '../../../contract/time.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import {
  amendPayPassword,
  OTHER_PAY_PASSWORD,
  PAY_PASSWORD,
} from '../../support/users/pay-password.ts';
import { newPayer, newTrader } from '../../support/users/test-user.ts';
import { pictureTicket, readPicture } from '../../support/pictures.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

type Fields = RequestInput<'saveCollectionMethod'>;

let server: TestServer;
beforeAll(async () => {
  server = await borrowServer({}, { movesClock: true });
});
afterAll(() => giveBack(server));
beforeEach(() => server.controlAdvance(HOUR_MS));

/** Certified, with a pay password. */
async function newSeller(): Promise<string> {
  const { token } = await newTrader(server);
  dataOf(await amendPayPassword(server, token));
  return token;
}

const CARD: Fields = {
  kind: 'bank_card',
  real_name: 'Ann Example',
  account: '6222 0210 0111 2239',
  bank: 'Bank of Examples',
  branch: 'Main Street',
  pay_password: PAY_PASSWORD,
};
const WECHAT: Fields = {
  kind: 'wechat',
  real_name: 'Ann Example',
  account: 'ann_example',
  nickname: 'Ann',
  pay_password: PAY_PASSWORD,
};
const ALIPAY: Fields = {
  kind: 'alipay',
  real_name: 'Ann Example',
  account: 'ann@example.org',
  pay_password: PAY_PASSWORD,
};

const save = (token: string, fields: Fields) =>
  server.call('saveCollectionMethod', fields, { token });
const remove = (token: string, id: string, payPassword = PAY_PASSWORD) =>
  server.call('removeCollectionMethod', { id, pay_password: payPassword }, { token });
const list = async (token: string) =>
  dataOf(await server.call('listCollectionMethods', {}, { token }));

describe('a bank card', () => {
  test('is saved, listed, changed and removed by its owner', async () => {
    const token = await newSeller();
    const card = dataOf(await save(token, CARD));
    expect(card).toMatchObject({
      kind: 'bank_card',
      account: CARD.account,
      bank: CARD.bank,
      branch: CARD.branch,
      nickname: null,
      qr_picture_id: null,
    });
    expect(await list(token)).toEqual([card]);
    const { branch: _, ...rest } = CARD;
    const changed = dataOf(
      await save(token, { ...rest, id: card.id, account: '6222-0210-0111-9994' }),
    );
    expect(changed).toMatchObject({ id: card.id, account: '6222-0210-0111-9994', branch: null });
    expect(await list(token)).toEqual([changed]);
    dataOf(await remove(token, card.id));
    expect(await list(token)).toEqual([]);
    expect(errorOf(await remove(token, card.id))).toBe('collection_method_not_found');
    expect(errorOf(await save(token, { ...CARD, id: card.id }))).toBe(
      'collection_method_not_found',
    );
  });

  test.each([
    ['without a bank', { bank: '' }],
    ['with a nickname', { nickname: 'Ann' }],
  ])('%s is an invalid request', async (_, more) => {
    const token = await newSeller();
    const fields = { ...CARD, ...more };
    expect(errorOf(await save(token, fields))).toBe('invalid_request');
  });
});

/** An account that Alipay and WeChat both accept. */
const OTHER_ACCOUNT = '13800138000';

describe.each([
  ['wechat', WECHAT],
  ['alipay', ALIPAY],
])('%s', (_, method) => {
  test('needs the picture of a payment code, which a change keeps or replaces', async () => {
    const token = await newSeller();
    expect(errorOf(await save(token, method))).toBe('payment_picture_required');
    const qr_pic = await pictureTicket(server, 'collection');
    const saved = dataOf(await save(token, { ...method, qr_pic }));
    expect(saved.qr_picture_id).not.toBeNull();
    const picture = await readPicture(server, saved.qr_picture_id ?? '', token);
    expect(picture.headers.get('content-type')).toMatch(/^image\//);
    const changed = dataOf(await save(token, { ...method, id: saved.id, account: OTHER_ACCOUNT }));
    expect(changed.qr_picture_id).toBe(saved.qr_picture_id);
    const other = await pictureTicket(server, 'collection');
    const replaced = dataOf(await save(token, { ...method, id: saved.id, qr_pic: other }));
    expect(replaced.qr_picture_id).not.toBe(saved.qr_picture_id);
  });

  test('converted from another kind needs a picture of its own', async () => {
    const token = await newSeller();
    const card = dataOf(await save(token, CARD));
    expect(errorOf(await save(token, { ...method, id: card.id }))).toBe('payment_picture_required');
    expect(await list(token)).toEqual([card]);
  });

  test('does not accept a ticket twice, nor one of another purpose; a refusal leaves it unused', async () => {
    const token = await newSeller();
    const qr_pic = await pictureTicket(server, 'collection');
    const unknown = await save(token, { ...method, qr_pic, id: '999999' });
    expect(errorOf(unknown)).toBe('collection_method_not_found');
    dataOf(await save(token, { ...method, qr_pic }));
    expect(errorOf(await save(token, { ...method, qr_pic }))).toBe('picture_ticket_invalid');
    const ofFeedback = await pictureTicket(server, 'feedback');
    expect(errorOf(await save(token, { ...method, qr_pic: ofFeedback }))).toBe(
      'picture_ticket_invalid',
    );
  });
});

test('a user without certification saves none, with or without a pay password', async () => {
  const { token } = await newPayer(server);
  expect(errorOf(await save(token, CARD))).toBe('verification_required');
  expect(errorOf(await save(token, { ...CARD, pay_password: OTHER_PAY_PASSWORD }))).toBe(
    'verification_required',
  );
});

test('the holder is the verified user, in any spelling of the name', async () => {
  const token = await newSeller();
  const holderOf = async (real_name: string | undefined) => {
    const { real_name: _, ...unnamed } = CARD;
    const fields = real_name === undefined ? unnamed : { ...unnamed, real_name };
    const answer = await save(token, fields);
    return answer.data?.real_name ?? errorOf(answer);
  };
  for (const same of ['Ann Example', 'ANN  EXAMPLE', 'ann-example', 'Ａｎｎ Example', undefined])
    expect([same, await holderOf(same)]).toEqual([same, 'Ann Example']);
  // A different user, a look-alike script, an unreadable name.
  for (const other of ['Someone Else', 'Аnn Example', 'Ann', 'Example Ann', '··'])
    expect([other, await holderOf(other)]).toEqual([other, 'collection_holder_differs']);
});

test.each<[string, Fields, string]>([
  ['a card number of four digits', { ...CARD, account: '1234' }, 'card_number_invalid'],
  ['one digit wrong', { ...CARD, account: '6222 0210 0111 2233' }, 'card_number_invalid'],
  ['twenty digits', { ...CARD, account: '62220210011122390000' }, 'card_number_invalid'],
  ['an invalid Alipay account', { ...ALIPAY, account: 'ann' }, 'payment_account_invalid'],
  ['an invalid WeChat account', { ...WECHAT, account: '漢字漢字漢字' }, 'payment_account_invalid'],
])('%s is refused', async (_, fields, error) => {
  const token = await newSeller();
  const picture =
    fields.kind === 'bank_card' ? {} : { qr_pic: await pictureTicket(server, 'collection') };
  expect(errorOf(await save(token, { ...fields, ...picture }))).toBe(error);
});

test('methods saved before names and numbers were checked are checked once', async () => {
  const { token, email } = await newTrader(server);
  const of = '(select id from users where email = $1)';
  const write = (name: string, kind: string, account: string) =>
    queryServer(
      server,
      `insert into collection_methods (user_id, kind, real_name, account, updated_at_ms)
       values (${of}, $2, $3, $4, 0)`,
      [email, kind, name, account],
    );
  const rows = [
    ['Ann Example', 'bank_card', '6222 0210 0111 2239', true],
    ['ann-EXAMPLE ', 'bank_card', '6222021001112239', true],
    ['Ann Example', 'bank_card', '6222 0210 0111 2233', false],
    ['Ann Example', 'bank_card', '1234', false],
    ['Ann Example', 'bank_card', 'my card', false],
    ['Someone Else', 'bank_card', '6222 0210 0111 2239', false],
    ['Ann Example', 'alipay', 'ann@example.org', true],
  ] as const;
  for (const [name, kind, account] of rows) await write(name, kind, account);
  const migration = readFileSync(
    new URL(
      '../../../server/kit/db/migrations/0019_holders_of_collection_methods.sql',
      import.meta.url,
    ),
    'utf8',
  );
  await queryServer(server, ensure(migration.split('--> statement-breakpoint').at(-1), 'a part'));
  const usable = (await list(token)).map((method) => [method.real_name, method.is_usable]);
  expect(usable).toEqual(rows.map(([name, , , isUsable]) => [name, isUsable]));
});

test('saving and removing require the pay password', async () => {
  const { token } = await newTrader(server);
  expect(errorOf(await save(token, CARD))).toBe('pay_password_not_set');
  dataOf(await amendPayPassword(server, token));
  const card = dataOf(await save(token, CARD));
  const wrong = { ...CARD, pay_password: OTHER_PAY_PASSWORD };
  expect(errorOf(await save(token, wrong))).toBe('pay_password_incorrect');
  expect(errorOf(await remove(token, card.id, OTHER_PAY_PASSWORD))).toBe('pay_password_incorrect');
  expect(await list(token)).toEqual([card]);
});

test('those of other users are answered like unknown ones, byte for byte', async () => {
  const [owner, stranger] = [await newSeller(), await newSeller()];
  const { id } = dataOf(await save(owner, CARD));
  for (const answer of [
    remove,
    (token: string, which: string) => save(token, { ...CARD, id: which }),
  ])
    expect(await answer(stranger, id)).toEqual(await answer(stranger, '999999'));
  expect(await list(stranger)).toEqual([]);
  expect(await list(owner)).toHaveLength(1);
});

test('a user has at most ten, even when many are saved at once', async () => {
  const token = await newSeller();
  const tries = LIMITS.collection_methods_max + 5;
  const answers = await Promise.all(
    Array.from({ length: tries }, (_, index) =>
      save(token, { ...CARD, branch: `Branch ${index}` }),
    ),
  );
  const errors = answers.map(errorOf);
  expect(errors.filter((error) => error === undefined)).toHaveLength(LIMITS.collection_methods_max);
  expect(new Set(errors)).toEqual(new Set([undefined, 'too_many_collection_methods']));
  const [first] = await list(token);
  expect(errorOf(await save(token, { ...CARD, id: first?.id ?? '' }))).toBeUndefined();
});
