/** Forms whose call takes a key, with their real calls; the server is a stand-in. */
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { SubmissionFields } from '../../machines/app/core/submission.machine.ts';
import type { ApiClient } from '../../src/app/core/api/api-client.ts';
import { ClientError } from '../../src/app/core/api/client-error.ts';
import { faucetForm } from '../../src/app/wallet/faucet-form.ts';
import { feedbackForm } from '../../src/app/feedback/feedback-forms.ts';
import { fiatAdPosting } from '../../src/app/fiat/fiat-ad-forms.ts';
import { fiatOrderForm } from '../../src/app/fiat/fiat-order-creation-form.ts';
import { provideSubmission } from '../../src/app/core/forms/submission-form.ts';
import { transferForm } from '../../src/app/wallet/transfer-form.ts';
import { withdrawalForm } from '../../src/app/wallet/withdrawal-form.ts';
import { eventually } from '../support/eventually.ts';

const INTENT = { key: 'key-of-the-first-wish', expiresAt: 1_000_000 };
const lost = new ClientError('network_failed', { code: 1, msg: '' });
const HASH = `0x${'a'.repeat(64)}`;

const outcome = (state: string, rest: object = {}) => ({
  state,
  record_id: null,
  error: null,
  ...rest,
});

/** Returns the answers in turn, call by call, and repeats the last one. */
function serverThat(answers: Readonly<Record<string, readonly unknown[]>>) {
  const calls: string[] = [];
  const call = async (name: string): Promise<unknown> => {
    const list = answers[name] ?? [];
    const answer = list[Math.min(calls.filter((each) => each === name).length, list.length - 1)];
    calls.push(name);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    calls,
    deps: { api: { call } as unknown as ApiClient, watchNetwork: () => () => undefined },
  };
}

const NOTHING_WRONG = { problems: () => [] };

/** Each form of a keyed call that has no rules of its own. */
const KEYED = {
  createTransfer: { ...transferForm, rules: { ...transferForm.rules, ...NOTHING_WRONG } },
  createWithdrawal: { ...withdrawalForm, rules: { ...withdrawalForm.rules, ...NOTHING_WRONG } },
  createFiatOrder: { ...fiatOrderForm, rules: { ...fiatOrderForm.rules, ...NOTHING_WRONG } },
  postFiatAd: { ...fiatAdPosting, rules: { ...fiatAdPosting.rules, ...NOTHING_WRONG } },
  createFeedback: { ...feedbackForm, rules: { ...feedbackForm.rules, ...NOTHING_WRONG } },
  claimFaucet: faucetForm,
};
type KeyedForm = keyof typeof KEYED;

function sent(name: KeyedForm, answers: Readonly<Record<string, readonly unknown[]>>) {
  const { calls, deps } = serverThat({ [name]: [lost], ...answers });
  const provide = provideSubmission as (
    form: unknown,
    given: typeof deps,
  ) => ReturnType<typeof provideSubmission<'createWithdrawal', SubmissionFields, null>>;
  const form = createActor(provide(KEYED[name], deps), { input: {} }).start();
  const reaches = (state: string) => eventually(() => expect(form.getSnapshot().value).toBe(state));
  const submit = () => form.send({ type: 'form.submit', intent: INTENT, facts: null });
  return { form, calls, reaches, submit };
}

test.each<[KeyedForm, string, unknown]>([
  ['createTransfer', 'getTransfer', { id: '7' }],
  ['createWithdrawal', 'getWithdrawal', { id: '7' }],
  ['createFiatOrder', 'getFiatOrder', { id: '7' }],
  ['postFiatAd', 'getOwnFiatAd', { id: '7' }],
  ['createFeedback', 'getFeedback', { id: '7' }],
])('%s: a lost answer is read from its record by %s', async (name, read, record) => {
  const { form, calls, reaches, submit } = sent(name, {
    getCommandOutcome: [outcome('executed', { record_id: '7' })],
    [read]: [record],
  });
  submit();
  await reaches('done');
  expect(calls).toEqual([name, 'getCommandOutcome', read]);
  expect(form.getSnapshot().context.answer).toEqual(record);
});

test('claimFaucet: the amount is that of the deposit, once it is seen', async () => {
  const deposit = { transaction_hash: HASH, amount: '25' };
  const { form, calls, reaches, submit } = sent('claimFaucet', {
    getCommandOutcome: [outcome('executed', { record_id: HASH })],
    listDeposits: [{ deposits: [] }, { deposits: [deposit] }],
  });
  submit();
  await eventually(() => expect(calls).toContain('listDeposits'));
  expect(form.getSnapshot().value).toBe('unknown');
  form.send({ type: 'outcome.ask' });
  await reaches('done');
  expect(form.getSnapshot().context.answer).toEqual({ amount: '25', transaction_hash: HASH });
  expect(calls.filter((each) => each === 'claimFaucet')).toHaveLength(1);
});

test('secrets are forgotten as soon as the call has ended, even without an answer', async () => {
  const { form, reaches, submit } = sent('createWithdrawal', {
    getCommandOutcome: [outcome('pending')],
  });
  const typed = { payPassword: 'Meridian1', googleCode: '123456', amount: '5' };
  form.send({ type: 'fields.edit', fields: typed });
  submit();
  await reaches('unknown');
  expect(form.getSnapshot().context.fields).toMatchObject({
    payPassword: '',
    googleCode: '',
    amount: '5',
  });
  expect(JSON.stringify(form.getPersistedSnapshot())).not.toContain('Meridian1');
});

test('a refusal for lateness leaves the fields, and only a tap sends them again', async () => {
  const { form, calls, reaches, submit } = sent('createTransfer', {
    createTransfer: [lost, { id: '8' }],
    getCommandOutcome: [outcome('not_executed')],
  });
  form.send({ type: 'fields.edit', fields: { amount: '5' } });
  submit();
  await eventually(() =>
    expect(form.getSnapshot().context).toMatchObject({
      fields: { amount: '5' },
      problems: [{ field: null, error: 'command_expired' }],
    }),
  );
  expect(calls).toEqual(['createTransfer', 'getCommandOutcome']);
  submit();
  await reaches('done');
});

test('a refusal whose answer was lost is shown next to its field', async () => {
  const { form, submit } = sent('createTransfer', {
    getCommandOutcome: [outcome('refused', { error: 'insufficient_balance' })],
  });
  submit();
  await eventually(() =>
    expect(form.getSnapshot().context.problems).toEqual([
      { field: 'amount', error: 'insufficient_balance' },
    ]),
  );
});

test('a submission that the server has forgotten resets the form', async () => {
  const { form, reaches, submit } = sent('createTransfer', {
    getCommandOutcome: [outcome('forgotten')],
  });
  form.send({ type: 'fields.edit', fields: { amount: '5' } });
  submit();
  await reaches('forgotten');
  form.send({ type: 'form.abandon' });
  expect(form.getSnapshot().context.fields['amount']).toBe('');
});
