/** Feedback tickets over HTTP: access, limits, and what a restart keeps. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { FEEDBACK_TICKET } from '../../../server/areas/feedback/feedback-lifecycle.ts';
import { openTicket } from '../../support/desk/feedback-tickets.ts';
import { ticketFor } from '../../support/desk/documents.ts';
import { mailsTo, newcomer, type Newcomer } from '../../support/desk/newcomer.ts';
import { openOperatorDoor, type OperatorDoor } from '../../support/desk/operator-door.ts';
import { replayAll } from '../../support/desk/replayed-records.ts';
import { dataOf, errorOf } from '../../support/users/accounts.ts';
import { newKey } from '../../support/idempotency-key.ts';
import { readPicture } from '../../support/pictures.ts';
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
  const [{ faults }, replay] = [
    await server.verifyLedger(),
    await replayAll(server, FEEDBACK_TICKET),
  ];
  await server.stop();
  expect(faults).toEqual([]);
  expect(replay.faults).toEqual([]);
  expect(replay.records).toBeGreaterThan(30);
});

async function someone(): Promise<Newcomer> {
  const person = await newcomer(server, 'asker');
  people.push(person);
  return person;
}
const QUESTION = { type: 'deposit', title: 'A deposit', content: 'Where is my deposit?' } as const;
const ask = (
  { token }: Newcomer,
  fields: Partial<RequestInput<'createFeedback'>> = {},
  key = newKey(),
) => openTicket(server, token, { ...QUESTION, ...fields }, key);
const reply = ({ token }: Newcomer, id: string, pictures = '', clientId: string = randomUUID()) =>
  server.call(
    'replyFeedback',
    { id, client_id: clientId, content: 'I am still waiting.', pictures },
    { token },
  );
const read = ({ token }: Newcomer, id: string) => server.call('getFeedback', { id }, { token });
const list = async ({ token }: Newcomer, query: RequestInput<'listFeedback'> = {}) =>
  dataOf(await server.call('listFeedback', query, { token }));
const count = (errors: readonly (string | undefined)[], error?: string): number =>
  errors.filter((one) => one === error).length;

describe('a ticket', () => {
  test('is read by its owner as it was written, and answered in the same place', async () => {
    const person = await someone();
    const { id } = dataOf(await ask(person, { content: 'First line.\nSecond <b>line</b>.' }));
    expect(await desk.answer(id, 'It is on its way.')).toBeUndefined();
    expect(dataOf(await read(person, id))).toMatchObject({
      type: 'deposit',
      title: 'A deposit',
      state: 'replied',
      revision: 2,
      messages: [
        { from: 'person', content: 'First line.\nSecond <b>line</b>.', picture_ids: [] },
        { from: 'operator', content: 'It is on its way.' },
      ],
    });
    expect(await mailsTo(server, person, 1)).toHaveLength(1);
  });

  test('keeps its lines, also with the line breaks that browsers send', async () => {
    const person = await someone();
    const { messages } = dataOf(await ask(person, { content: 'Where is it?\r\n\r\nI wait.' }));
    expect(messages[0]?.content).toBe('Where is it?\n\nI wait.');
    expect(errorOf(await ask(person, { content: 'Where is it?\rI wait.' }))).toBe(
      'invalid_request',
    );
  });

  test('of another user is answered like a missing one, for reading and writing', async () => {
    const { id } = dataOf(await ask(await someone()));
    const stranger = await someone();
    for (const call of [read, reply]) {
      const foreign = await call(stranger, id);
      expect(errorOf(foreign)).toBe('feedback_not_found');
      for (const unknown of ['999999', '999999999999999999'])
        expect(await call(stranger, unknown)).toEqual(foreign);
    }
    expect((await list(stranger)).tickets).toEqual([]);
    expect(await desk.answer('999999', 'Nobody asked.')).toBe('feedback_not_found');
  });

  test('carries pictures that its owner alone may read', async () => {
    const person = await someone();
    const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketFor(server, 'feedback')));
    const detail = dataOf(await ask(person, { pictures: tickets.join(',') }));
    const [picture = ''] = detail.messages[0]?.picture_ids ?? [];
    expect(detail.messages[0]?.picture_ids).toHaveLength(4);
    expect((await readPicture(server, picture, person.token)).headers.get('content-type')).toMatch(
      /^image/,
    );
    const foreign = await readPicture(server, picture, (await someone()).token);
    expect(await foreign.json()).toMatchObject({ error: 'picture_not_found' });
  });

  test('is not stored when one of its pictures cannot be used', async () => {
    const person = await someone();
    const { id } = dataOf(await ask(person));
    const used = await ticketFor(server, 'feedback');
    dataOf(await ask(person, { pictures: used }));
    const fresh = await ticketFor(server, 'feedback');
    const wrongs = [used, await ticketFor(server, 'chat'), 'x'.repeat(43), fresh].map(
      (wrong) => `${fresh},${wrong}`,
    );
    for (const pictures of wrongs) {
      expect(errorOf(await ask(person, { pictures }))).toBe('picture_ticket_invalid');
      expect(errorOf(await reply(person, id, pictures))).toBe('picture_ticket_invalid');
    }
    expect((await list(person)).tickets).toHaveLength(2);
    expect(dataOf(await read(person, id)).revision).toBe(1);
    expect(errorOf(await reply(person, id, fresh))).toBeUndefined();
    const five = Array.from({ length: 5 }, () => 'x'.repeat(43)).join(',');
    expect(errorOf(await ask(person, { pictures: five }))).toBe('invalid_request');
  });

  test('is opened once by a key, however often it is sent because its answer was lost', async () => {
    const person = await someone();
    const pictures = await ticketFor(server, 'feedback');
    const key = newKey();
    const sent = await Promise.all([1, 2, 3].map(() => ask(person, { pictures }, key)));
    const { id } = dataOf(ensure(sent[0], 'the first answer'));
    for (const answer of sent) expect(dataOf(answer)).toMatchObject({ id, messages: [{}] });
    expect(await desk.answer(id, 'It is on its way.')).toBeUndefined();
    // The repeated call returns the ticket in its current state.
    expect(dataOf(await ask(person, { pictures }, key))).toMatchObject({ id, state: 'replied' });
    expect(errorOf(await ask(person, { title: 'Another' }, key))).toBe('idempotency_key_reused');
    expect(errorOf(await ask(person, {}, 'short'))).toBe('idempotency_key_required');
    // A key of one user is unknown for another user.
    expect(dataOf(await ask(await someone(), {}, key)).id).not.toBe(id);
    expect((await list(person)).tickets).toHaveLength(1);
  });

  test('takes a reply once, however often it is sent because its answer was lost', async () => {
    const person = await someone();
    const { id } = dataOf(await ask(person));
    const pictures = await ticketFor(server, 'feedback');
    const clientId = randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => reply(person, id, pictures, clientId)));
    sent.push(await reply(person, id, pictures, clientId));
    for (const answer of sent) expect(dataOf(answer).messages).toHaveLength(2);
    expect(dataOf(await read(person, id))).toMatchObject({ revision: 2 });
    // Users who did not write it find nothing by it.
    expect(errorOf(await reply(await someone(), id, '', clientId))).toBe('feedback_not_found');
    dataOf(await reply(person, id));
    expect(dataOf(await read(person, id)).messages).toHaveLength(3);
  });

  test('takes an answer of an operator once, and logs it once', async () => {
    const person = await someone();
    const { id } = dataOf(await ask(person));
    const { operator } = desk;
    const answer = {
      id,
      client_id: randomUUID(),
      content: 'It is on its way.',
      reason: 'Seen on the chain',
    };
    const sent = await Promise.all([1, 2, 3].map(() => operator.call('replyFeedback', answer)));
    sent.push(await operator.call('replyFeedback', { ...answer, content: 'Other words.' }));
    expect(sent.map(errorOf)).toEqual([undefined, undefined, undefined, undefined]);
    expect(dataOf(await read(person, id))).toMatchObject({
      revision: 2,
      messages: [{ from: 'person' }, { from: 'operator', content: 'It is on its way.' }],
    });
    const { entries } = await operator.ask('listAudit', {
      subject_kind: 'feedback',
      subject_id: id,
    });
    expect(entries).toHaveLength(1);
    expect(await mailsTo(server, person, 1)).toHaveLength(1);
  });

  test.each(['too short', ' leads with a space', 'ends with a space ', 'a bell \u0007 in it'])(
    'with the content %j is refused',
    async (content) => {
      expect(errorOf(await ask(await someone(), { content }))).toBe('invalid_request');
    },
  );
});

describe('the list', () => {
  test('is newest first, page by page, and by state', async () => {
    const person = await someone();
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
      ids.unshift(dataOf(await ask(person, { title })).id);
    const answered = ensure(ids[3], 'the second');
    expect(await desk.answer(answered, 'Here is the answer.')).toBeUndefined();

    const first = await list(person, { size: '2' });
    const second = await list(person, { size: '2', before: ensure(first.next, 'a next page') });
    const third = await list(person, { size: '2', before: ensure(second.next, 'a next page') });
    const pages = [first, second, third].map(({ tickets }) => tickets.map(({ id }) => id));
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(third.next).toBeNull();
    const replied = await list(person, { state: 'replied' });
    expect(replied.tickets.map(({ id }) => id)).toEqual([answered]);
    expect((await list(person, { state: 'awaiting_reply', size: '4' })).next).toBeNull();
  });
});

describe('limits', () => {
  test(`${LIMITS.feedback_open_max} tickets may wait at once, even with parallel calls`, async () => {
    const person = await someone();
    const { id: answered } = dataOf(await ask(person));
    expect(await desk.answer(answered, 'This one is answered.')).toBeUndefined();

    const wanted = LIMITS.feedback_open_max + 10;
    const answers = await Promise.all(Array.from({ length: wanted }, () => ask(person)));
    const errors = answers.map(errorOf);
    expect(count(errors)).toBe(LIMITS.feedback_open_max);
    expect(count(errors, 'too_many_open_feedback')).toBe(10);

    expect(errorOf(await reply(person, answered))).toBe('too_many_open_feedback');
    expect(dataOf(await read(person, answered))).toMatchObject({ state: 'replied', revision: 2 });
    const waiting = ensure(answers.map(({ data }) => data?.id).find(Boolean), 'a waiting one');
    expect(errorOf(await reply(person, waiting))).toBeUndefined();
    expect(await desk.answer(waiting, 'This one too.')).toBeUndefined();
    expect(errorOf(await reply(person, answered))).toBeUndefined();
  });

  test(`${LIMITS.feedback_unanswered_max} messages are accepted before the answer, even with parallel calls`, async () => {
    const person = await someone();
    const { id } = dataOf(await ask(person));
    const writeAll = async () =>
      (await Promise.all(Array.from({ length: 12 }, () => reply(person, id)))).map(errorOf);
    const first = await writeAll();
    expect(count(first)).toBe(LIMITS.feedback_unanswered_max - 1);
    expect(count(first, 'feedback_answer_awaited')).toBe(13 - LIMITS.feedback_unanswered_max);
    expect(await desk.answer(id, 'Thank you for waiting.')).toBeUndefined();
    expect(count(await writeAll())).toBe(LIMITS.feedback_unanswered_max);
    expect(dataOf(await read(person, id)).messages).toHaveLength(
      2 * LIMITS.feedback_unanswered_max + 1,
    );
  });
});

test('kill -9 between question and answer loses neither', async () => {
  const person = await someone();
  const [waiting, answered] = [dataOf(await ask(person)).id, dataOf(await ask(person)).id];
  expect(await desk.answer(answered, 'Here is the answer.')).toBeUndefined();
  await server.kill();
  await server.restart();
  expect(dataOf(await read(person, waiting))).toMatchObject({ state: 'awaiting_reply' });
  expect(dataOf(await read(person, answered))).toMatchObject({ state: 'replied', revision: 2 });
  expect(await desk.answer(waiting, 'Here is the answer.')).toBeUndefined();
});
