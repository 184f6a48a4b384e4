/** Real-name verification over HTTP: accepted and rejected submissions, decisions, and what a restart keeps. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { KYC_REVIEW } from '../../../server/areas/verification/verification-lifecycle.ts';
import { newClientAddress } from '../../support/servers/client-address.ts';
import { documents, newPassport, ticketFor } from '../../support/desk/documents.ts';
import { mailsTo, newcomer, type Newcomer } from '../../support/desk/newcomer.ts';
import { openOperatorDoor, type OperatorDoor } from '../../support/desk/operator-door.ts';
import { replayAll } from '../../support/desk/replayed-records.ts';
import { dataOf, errorOf, signIn } from '../../support/users/accounts.ts';
import { readPicture } from '../../support/pictures.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { startTestServer, type TestServer } from '../../support/servers/test-server.ts';

let server: TestServer;
let desk: OperatorDoor;
const people: Newcomer[] = [];
beforeAll(async () => {
  server = await startTestServer({
    isOwnProcess: true,
    env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' },
  });
  desk = await openOperatorDoor(server);
});
afterEach(() => people.splice(0).forEach((person) => person.leave()));
afterAll(async () => {
  const [{ faults }, replay] = [await server.verifyLedger(), await replayAll(server, KYC_REVIEW)];
  await server.stop();
  expect(faults).toEqual([]);
  expect(replay.faults).toEqual([]);
  expect(replay.records).toBeGreaterThan(5);
});

async function someone(): Promise<Newcomer> {
  const person = await newcomer(server);
  people.push(person);
  return person;
}
type Fields = RequestInput<'submitVerification'>;
const submit = ({ token }: Pick<Newcomer, 'token'>, fields: Fields) =>
  server.call('submitVerification', fields, { token, headers: newClientAddress() });
const shown = async ({ token }: Pick<Newcomer, 'token'>) =>
  dataOf(await server.call('getVerification', {}, { token }));
async function inReview(fields: Partial<Fields> = {}): Promise<Newcomer> {
  const person = await someone();
  dataOf(await submit(person, await documents(server, fields)));
  return person;
}
const lastOf = async ({ id }: Newcomer): Promise<number> =>
  ensure((await desk.submissionsOf(id))[0], 'a submission');
const certify = async (person: Newcomer) =>
  desk.decide(await lastOf(person), { isCertified: true });

describe('a user', () => {
  test('without a submission may withdraw nothing, and sees the limits of verified users', async () => {
    expect(await shown(await someone())).toEqual({
      state: 'none',
      revision: 0,
      id_type: null,
      name: null,
      card_id: null,
      real_name: null,
      submitted_at: null,
      reviewed_at: null,
      reason: null,
      reason_text: null,
      daily_limit: '0',
      certified_daily_limit: '100000',
    });
  });

  test('sees their own submission, masked', async () => {
    const person = await inReview({
      name: '王小明',
      id_type: 'id_card',
      card_id: '11010519491231002x',
    });
    expect(await shown(person)).toMatchObject({
      state: 'in_review',
      id_type: 'id_card',
      name: '王***',
      card_id: '11**************2X',
      reviewed_at: null,
    });
  });

  test('who failed sees the reason, in the words of the reviewer, and submits again', async () => {
    const person = await inReview();
    const reasonText = 'The name on the card is another one.';
    const verdict = { isCertified: false, reason: 'data_differs', reasonText } as const;
    expect(await desk.decide(await lastOf(person), verdict)).toBeUndefined();
    expect(await shown(person)).toMatchObject({
      state: 'failed',
      reason: 'data_differs',
      reason_text: reasonText,
      daily_limit: '0',
    });
    dataOf(await submit(person, await documents(server)));
    expect(await shown(person)).toMatchObject({
      state: 'in_review',
      reason: null,
      reason_text: null,
    });
  });

  test('who is certified may withdraw, and need not verify again', async () => {
    const person = await inReview();
    expect(await certify(person)).toBeUndefined();
    expect(await shown(person)).toMatchObject({ state: 'certified', daily_limit: '100000' });
    expect(errorOf(await submit(person, await documents(server)))).toBe('already_verified');
    expect(await shown(person)).toMatchObject({ state: 'certified', revision: 3 });
    expect(await mailsTo(server, person, 1)).toEqual([
      'Your Meridian identity verification is complete',
    ]);
  });

  test('of the demo is certified without a submission', async () => {
    const { accessToken } = dataOf(await signIn(server, 'demo.trader@meridian.test', 'Meridian1'));
    const trader = { token: accessToken };
    expect(await shown(trader)).toMatchObject({ state: 'certified', revision: 0, name: null });
    expect(errorOf(await submit(trader, await documents(server)))).toBe('already_verified');
  });
});

describe('documents', () => {
  test.each([
    ['id_card', '110105194912310021'],
    ['passport', 'ABCDEFG'],
    ['driving_licence', '--12'],
  ] as const)(
    '%s %s have no valid form, and the photos can be used again',
    async (id_type, card_id) => {
      const person = await someone();
      const fields = await documents(server, { id_type, card_id });
      expect(errorOf(await submit(person, fields))).toBe('id_number_invalid');
      expect(await shown(person)).toMatchObject({ state: 'none', revision: 0 });
      const right = { ...fields, id_type: 'passport' as const, card_id: newPassport() };
      expect(errorOf(await submit(person, right))).toBeUndefined();
    },
  );

  test('need three photos of their own, made for this and unused', async () => {
    const person = await someone();
    const fields = await documents(server);
    const used = await documents(server);
    dataOf(await submit(await someone(), used));
    for (const wrong of [
      { hand_pic: fields.front_pic },
      { front_pic: await ticketFor(server, 'feedback') },
      { reverse_pic: used.reverse_pic },
      { hand_pic: 'x'.repeat(43) },
    ])
      expect(errorOf(await submit(person, { ...fields, ...wrong }))).toBe('picture_ticket_invalid');
    expect(errorOf(await submit(person, fields))).toBeUndefined();
  });

  test('become readable to their owner, and to no other user', async () => {
    const person = await inReview();
    const [row] = await queryServer<{ front_picture_id: string }>(
      server,
      'select front_picture_id from kyc_submissions where user_id = $1',
      [person.id],
    );
    const id = ensure(row, 'a submission').front_picture_id;
    expect((await readPicture(server, id, person.token)).headers.get('content-type')).toMatch(
      /^image/,
    );
    const foreign = await readPicture(server, id, (await someone()).token);
    expect(await foreign.json()).toMatchObject({ error: 'picture_not_found' });
  });

  test('certify one user, in any spelling', async () => {
    const card_id = newPassport();
    expect(await certify(await inReview({ card_id }))).toBeUndefined();
    const written = `${card_id.slice(0, 3)}-${card_id.slice(3)}`.toLowerCase();
    const other = await someone();
    const fields = await documents(server, { card_id: written });
    expect(errorOf(await submit(other, fields))).toBe('id_number_taken');
    const another = await documents(server, { card_id, id_type: 'driving_licence' });
    expect(errorOf(await submit(other, another))).toBeUndefined();
  });

  test('of others are revealed a few times a day and no more, whatever is submitted next', async () => {
    const taken = newPassport();
    expect(await certify(await inReview({ card_id: taken }))).toBeUndefined();
    const curious = await someone();
    const fields = await documents(server, { card_id: taken });
    for (let tries = 0; tries < LIMITS.documents_taken_per_day_max; tries++) {
      // A number of the wrong form, or missing photos, reveal nothing about another user and cost no attempt.
      const wrong = { ...fields, card_id: 'ABCDEFG' };
      expect(errorOf(await submit(curious, wrong))).toBe('id_number_invalid');
      expect(errorOf(await submit(curious, fields))).toBe('id_number_taken');
    }
    for (const card_id of [taken, newPassport()])
      expect(errorOf(await submit(curious, { ...fields, card_id }))).toBe('rate_limited');
    const another = await someone();
    expect(errorOf(await submit(another, fields))).toBe('id_number_taken');
    expect(await shown(curious)).toMatchObject({ state: 'none', revision: 0 });
  });

  test('of others are revealed no more often by parallel submissions', async () => {
    const taken = newPassport();
    expect(await certify(await inReview({ card_id: taken }))).toBeUndefined();
    const curious = await someone();
    const fields = await documents(server, { card_id: taken });
    const answers = await Promise.all(
      Array.from({ length: 3 * LIMITS.documents_taken_per_day_max }, () => submit(curious, fields)),
    );
    const counts = Object.groupBy(answers.map(errorOf), String);
    expect(counts['id_number_taken']).toHaveLength(LIMITS.documents_taken_per_day_max);
    expect(counts['rate_limited']).toHaveLength(2 * LIMITS.documents_taken_per_day_max);
  });

  test('of others are not checked for users who may not submit now', async () => {
    const card_id = newPassport();
    expect(await certify(await inReview({ card_id }))).toBeUndefined();
    const waiting = await inReview();
    const fields = await documents(server, { card_id });
    expect(errorOf(await submit(waiting, fields))).toBe('verification_in_review');
    expect(errorOf(await submit(waiting, { ...fields, card_id: 'ABCDEFG' }))).toBe(
      'verification_in_review',
    );
    expect(await certify(waiting)).toBeUndefined();
    expect(errorOf(await submit(waiting, fields))).toBe('already_verified');
  });

  test('submitted by many users certify one of them, even at the same moment', async () => {
    const card_id = newPassport();
    const all: Newcomer[] = [];
    while (all.length < 8) all.push(await inReview({ card_id }));
    const ids = await Promise.all(all.map(lastOf));
    const answers = await Promise.all(ids.map((id) => desk.decide(id, { isCertified: true })));
    expect(answers.filter((error) => error === undefined)).toHaveLength(1);
    expect(answers.filter((error) => error === 'id_number_taken')).toHaveLength(7);
    const refused = ensure(all[answers.indexOf('id_number_taken')], 'another one');
    expect(await shown(refused)).toMatchObject({ state: 'in_review', revision: 2 });
    const verdict = {
      isCertified: false,
      reason: 'document_not_accepted',
      reasonText: null,
    } as const;
    expect(await desk.decide(await lastOf(refused), verdict)).toBeUndefined();
  });
});

describe('at the same moment', () => {
  test('20 submissions of one user are one', async () => {
    const person = await someone();
    const all: Fields[] = [];
    // Sequential, because so many concurrent uploads would be delayed.
    while (all.length < 20) all.push(await documents(server));
    const answers = await Promise.all(all.map((fields) => submit(person, fields)));
    const errors = answers.map(errorOf).filter((error) => error !== undefined);
    expect(errors).toEqual(Array.from({ length: 19 }, () => 'verification_in_review'));
    expect(await desk.submissionsOf(person.id)).toHaveLength(1);
    expect(await shown(person)).toMatchObject({ state: 'in_review', revision: 2 });
  });

  test('20 verdicts on one submission are one, and one mail', async () => {
    const person = await inReview();
    const id = await lastOf(person);
    const refusal = { isCertified: false, reason: 'picture_unclear', reasonText: null } as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        desk.decide(id, index % 2 === 0 ? { isCertified: true } : refusal),
      ),
    );
    expect(answers.filter((error) => error === undefined)).toHaveLength(1);
    // A verdict that arrives after the first one sees its decision.
    const refused = new Set(answers).difference(new Set([undefined]));
    expect(refused.isSubsetOf(new Set(['record_changed', 'already_decided']))).toBe(true);
    expect(await shown(person)).toMatchObject({ revision: 3 });
    expect(await mailsTo(server, person, 1)).toHaveLength(1);
  });
});

test('a submission that does not exist cannot be decided', async () => {
  expect(await desk.decide(999_999, { isCertified: true })).toBe('review_not_found');
});

test('kill -9 between submission and verdict loses neither, nor a decision just before', async () => {
  const [waiting, decided] = [await inReview(), await inReview()];
  expect(await certify(decided)).toBeUndefined();
  await server.kill();
  await server.restart();
  expect(await shown(waiting)).toMatchObject({ state: 'in_review', revision: 2 });
  expect(await shown(decided)).toMatchObject({ state: 'certified', revision: 3 });
  expect(await certify(waiting)).toBeUndefined();
  expect(await shown(waiting)).toMatchObject({ state: 'certified', revision: 3 });
});
