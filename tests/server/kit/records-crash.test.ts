/**
 * kill -9 while users submit documents and messages and reviewers decide: no step is half done, no
 * acknowledged step is lost.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECORD_LIFECYCLES } from '../../../server/areas/operator/operator.area.ts';
import { openTicket } from '../../support/desk/feedback-tickets.ts';
import { documents, newcomer, type Newcomer } from '../../support/desk/newcomer.ts';
import { openOperatorDoor, type OperatorDoor } from '../../support/desk/operator-door.ts';
import { replayAll } from '../../support/desk/replayed-records.ts';
import { dataOf } from '../../support/identity-people.ts';
import { queryServer } from '../../support/server-database.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

const KILLS = 3;
const PEOPLE = 12;

let server: TestServer;
let desk: OperatorDoor;
beforeAll(async () => {
  server = await startTestServer({ env: { MARKET_MAKER: 'off', TRUST_PROXY: 'loopback' } });
  desk = await openOperatorDoor(server);
});
afterAll(() => server.stop());

/** The progress of one user; a call that the crash cut off counts as unanswered. */
interface Course {
  readonly person: Newcomer;
  /** The highest revision in a response. */
  told: number;
  /** True once a response said that the user is certified. */
  isCertified: boolean;
  answers: number;
}

async function course(person: Newcomer, kill: () => void): Promise<Course> {
  const known: Course = { person, told: 0, isCertified: false, answers: 0 };
  const { token } = person;
  const ask = async <T>(call: Promise<T>): Promise<T | undefined> =>
    call.then(
      (answer) => {
        known.answers += 1;
        return answer;
      },
      () => undefined,
    );
  const fields = await documents(server).catch(() => undefined);
  if (fields === undefined) return known;
  const submitted = await ask(server.call('submitVerification', fields, { token }));
  if (submitted?.data) known.told = submitted.data.revision;
  await ask(
    openTicket(server, token, {
      type: 'other',
      title: 'A question',
      content: 'Is it in review?',
    }),
  );
  kill();
  const [submission] = (await ask(desk.submissionsOf(person.id))) ?? [];
  if (submission === undefined) return known;
  const decided = await ask(
    desk.decide(submission, { isCertified: true }).then((error) => ({ error })),
  );
  known.isCertified = decided !== undefined && decided.error === undefined;
  return known;
}

/** Selects rows that contradict each other, by user. */
const CONTRADICTIONS = `
  select users.id from users
  join lifecycles on lifecycles.kind = 'kyc-review' and lifecycles.id = users.id
  left join lateral (
    select state from kyc_submissions where user_id = users.id order by id desc limit 1
  ) as last on true
  where lifecycles.snapshot->>'value' <> case last.state when 'in_review' then 'inReview' else last.state end
    or last.state is null or users.is_user_real <> (last.state = 'certified')
  union all
  select tickets.user_id from feedback_tickets as tickets
  left join lifecycles on lifecycles.kind = 'feedback-ticket' and lifecycles.id = tickets.id
  where lifecycles.id is null or lifecycles.revision <> tickets.revision
    or not exists (select 1 from feedback_messages where ticket_id = tickets.id)
  union all
  select owner_id from pictures where owner_id is not null and id not in (
    select unnest(array[front_picture_id, reverse_picture_id, hand_picture_id]) from kyc_submissions
    union all select qr_picture_id from collection_methods where qr_picture_id is not null)`;

test('after every kill the tables agree, the logs replay, and what was answered is there', async () => {
  let [answered, unanswered] = [0, 0];
  for (let round = 1; round <= KILLS; round += 1) {
    const people: Newcomer[] = [];
    while (people.length < PEOPLE) people.push(await newcomer(server));
    let reached = 0;
    let killed: Promise<void> | undefined;
    // The kill comes while some submissions are reviewed and others are sent.
    const kill = () => {
      reached += 1;
      if (reached === 2 * round) killed = server.kill();
    };
    const courses = await Promise.all(people.map((person) => course(person, kill)));
    people.forEach((person) => person.leave());
    await (killed ?? server.kill());
    await server.restart();

    expect(await queryServer(server, CONTRADICTIONS)).toEqual([]);
    for (const spec of [RECORD_LIFECYCLES['kyc-review'], RECORD_LIFECYCLES['feedback-ticket']])
      expect((await replayAll(server, spec)).faults).toEqual([]);
    for (const { person, told, isCertified, answers } of courses) {
      const { token } = person;
      const shown = dataOf(await server.call('getVerification', {}, { token }));
      expect(shown.revision).toBeGreaterThanOrEqual(isCertified ? told + 1 : told);
      if (isCertified) expect(shown.state).toBe('certified');
      answered += answers;
      if (answers < 4) unanswered += 1;
    }
  }
  expect(answered).toBeGreaterThan(KILLS);
  expect(unanswered).toBeGreaterThan(KILLS);
  await queryServer(
    server,
    `update users set is_user_real = not is_user_real
       where id = (select max(id) from lifecycles where kind = 'kyc-review')`,
  );
  expect(await queryServer(server, CONTRADICTIONS)).toHaveLength(1);
});
