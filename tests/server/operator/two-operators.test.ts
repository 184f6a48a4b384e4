/** Two operators on the same records: one decides, the other is notified who did what. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensure } from '../../../contract/assert.ts';
import type { OperatorEndpointName } from '../../../contract/operator/endpoints.ts';
import { COLLEAGUE, signInColleague } from '../../support/operator/colleague.ts';
import { dataOf, errorOf, messagesTo } from '../../support/users/accounts.ts';
import {
  inPhase,
  newWithdrawer,
  withdraw,
  type Withdrawer,
} from '../../support/wallet/wallet-users.ts';
import { eventually } from '../../support/eventually.ts';
import { callOperator, signInOperator } from '../../support/operator/operators.ts';
import type { OperatorFields, TestOperator } from '../../support/operator/operators.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const reason = 'as a test says';

let server: TestServer;
let first: TestOperator;
let second: TestOperator;
let person: Withdrawer;

beforeAll(async () => {
  server = await borrowServer();
  [first, second] = [await signInOperator(server), await signInColleague(server)];
  person = await newWithdrawer(server, { USDT: '500000' });
});
afterAll(() => giveBack(server));

const pending = async (amount: string): Promise<string> =>
  dataOf(await withdraw(server, person, { amount })).id;
const REJECTED = 'Your Meridian withdrawal couldn’t be completed';
const revisionOf = async (id: string): Promise<string> =>
  String((await first.ask('getWithdrawal', { id })).revision);
/** Mails to the owner about rejected withdrawals. */
const rejectionMails = async () => {
  const mails = await messagesTo(server, person.email, 0);
  return mails.filter(({ subject }) => subject === REJECTED);
};
/** The full refusals. */
const answerOf = async <N extends OperatorEndpointName>(
  { token }: TestOperator,
  name: N,
  fields: OperatorFields<N>,
): Promise<unknown> => callOperator(server, name, fields, { token });

test('approving and rejecting at the same moment is one of the two, and its owner is notified once', async () => {
  for (const amount of ['20000', '20001', '20002']) {
    const id = await pending(amount);
    const revision = await revisionOf(id);
    const before = (await rejectionMails()).length;
    const rejection = { id, revision, rejection: 'other', reason } as const;
    const [approved, rejected] = await Promise.all([
      answerOf(first, 'approveWithdrawal', { id, revision, reason }),
      answerOf(second, 'rejectWithdrawal', rejection),
    ]);
    const errors = [approved, rejected].map((answer) => errorOf(answer as never));
    expect(errors.toSorted()).toEqual(['record_changed', undefined]);
    const isApproved = errors[0] === undefined;
    const meanwhile = isApproved
      ? { operator_name: 'Demo operator', action: 'withdrawal.approve', reason }
      : { operator_name: COLLEAGUE.name, action: 'withdrawal.reject', reason };
    expect(isApproved ? rejected : approved).toMatchObject({ meanwhile });
    await inPhase(server, person, id, isApproved ? 'confirming' : 'rejected');
    const { entries } = await first.ask('listAudit', {
      subject_kind: 'withdrawal',
      subject_id: id,
    });
    expect(entries).toHaveLength(1);
    expect((await first.ask('getWithdrawal', { id })).last_act).toMatchObject(meanwhile);
    await eventually(async () => {
      const told = (await rejectionMails()).length - before;
      if (told !== (isApproved ? 0 : 1)) throw new Error(`told ${told} times`);
    });
  }
});

test.each(['service_url', 'app_download_url'] as const)(
  'of two operators who set %s at once one is first, and the other one gets the name of the first',
  async (key) => {
    const settingOf = async () =>
      (await first.ask('listSettings', {})).find((one) => one.key === key);
    const before = ensure(await settingOf(), key);
    const revision = String(before.revision);
    const linkOf = (name: string) => `https://${name}.example/${key}`;
    const [mine, theirs] = await Promise.all([
      answerOf(first, 'saveSetting', { key, revision, value: linkOf('first'), reason }),
      answerOf(second, 'saveSetting', { key, revision, value: linkOf('second'), reason }),
    ]);
    const errors = [mine, theirs].map((answer) => errorOf(answer as never));
    expect(errors.toSorted()).toEqual(['record_changed', undefined]);
    const isMine = errors[0] === undefined;
    const operatorName = isMine ? 'Demo operator' : COLLEAGUE.name;
    const meanwhile = { operator_name: operatorName, action: 'setting.save', reason };
    expect(isMine ? theirs : mine).toMatchObject({ meanwhile });
    expect((await settingOf())?.value).toBe(linkOf(isMine ? 'first' : 'second'));
    // Other files share the server.
    await first.ask('saveSetting', { key, value: before.value, reason });
  },
);

test('a decision whose answer was lost is found when it is sent again', async () => {
  const id = await pending('20010');
  const revision = await revisionOf(id);
  await first.ask('rejectWithdrawal', { id, revision, rejection: 'other', reason });
  const again = await answerOf(first, 'rejectWithdrawal', {
    id,
    revision,
    rejection: 'other',
    reason,
  });
  expect(again).toMatchObject({
    error: 'record_changed',
    meanwhile: { operator_name: 'Demo operator', action: 'withdrawal.reject' },
  });
});

test('a change by the user since is not attributed to an operator', async () => {
  const id = await pending('20020');
  const revision = await revisionOf(id);
  dataOf(await server.call('cancelWithdrawal', { id }, { token: person.token }));
  expect(await answerOf(first, 'approveWithdrawal', { id, revision, reason })).toMatchObject({
    error: 'record_changed',
    meanwhile: { operator_name: null, action: null, reason: null },
  });
  expect((await first.ask('getWithdrawal', { id })).last_act).toBeNull();
});

test('the refusal is in the language of the operator', async () => {
  const id = await pending('20030');
  await first.ask('rejectWithdrawal', { id, rejection: 'other', reason });
  const headers = { lang: 'de-DE' };
  const stale = { id, revision: '1', reason };
  const answer = await callOperator(server, 'approveWithdrawal', stale, {
    token: second.token,
    headers,
  });
  expect(answer.msg).toContain('geändert');
});
