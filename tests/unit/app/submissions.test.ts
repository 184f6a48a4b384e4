/** Submitted forms whose screen is gone; the server is a stand-in. */
import { describe, expect, test } from 'vitest';
import { keptUntilSignOut } from '../../../src/app/core/kept-until-sign-out.ts';
import { ClientError } from '../../../src/app/core/api/client-error.ts';
import { submissionOf } from '../../../src/app/core/forms/submissions.ts';
import type { Runtime } from '../../../src/app/core/runtime.ts';
import { withdrawalAddressForm } from '../../../src/app/wallet/withdrawal-address-form.ts';
import { transferForm } from '../../../src/app/wallet/transfer-form.ts';
import { googleKeyForm } from '../../../src/app/identity/security-forms.ts';

const TRANSFER = { id: '7' };
const FACTS = { available: '10' };
const INITIAL = { currencyId: '1', amount: '2' };

/** A page whose calls the test answers. */
function openPage() {
  const answers: PromiseWithResolvers<unknown>[] = [];
  const atSignOut: (() => void)[] = [];
  const runtime = {
    api: {
      commandExpiry: () => 1_000_000,
      call() {
        const answer = Promise.withResolvers<unknown>();
        answers.push(answer);
        return answer.promise;
      },
    },
    session: {
      on(_type: 'login.requested', listener: () => void) {
        atSignOut.push(listener);
      },
    },
  } as unknown as Runtime;
  return {
    runtime,
    answers,
    signOut: () => atSignOut.forEach((listener) => listener()),
    address: (chain = 'development') =>
      submissionOf(runtime, withdrawalAddressForm, { initial: { currencyId: '1', chain } }),
    transfer: (subject?: string) =>
      submissionOf(runtime, transferForm, { initial: INITIAL, ...(subject && { subject }) }),
  };
}

const stateOf = ({ actor }: ReturnType<ReturnType<typeof openPage>['transfer']>) =>
  actor.getSnapshot().value;

describe('a form whose call takes a key', () => {
  test('is a new one each time it is shown, until it is sent', () => {
    const page = openPage();
    const first = page.transfer();
    first.submit({ available: '1' });
    expect(stateOf(first)).toBe('editing');
    expect(page.transfer()).not.toBe(first);
  });

  test('is the same one as long as its call is pending, and has one call only', () => {
    const page = openPage();
    const first = page.transfer();
    first.submit(FACTS);
    const again = page.transfer();
    expect(again).toBe(first);
    again.submit(FACTS);
    expect(page.answers).toHaveLength(1);
  });

  test('shows its outcome after its screen was closed, and is a new one once that was seen', async () => {
    const page = openPage();
    const first = page.transfer();
    const told: unknown[] = [];
    const leave = first.onSuccess((answer) => told.push(answer));
    first.submit(FACTS);
    leave();
    page.answers[0]?.resolve(TRANSFER);
    await expect.poll(() => stateOf(first)).toBe('done');
    expect(told).toEqual([]);
    expect(page.transfer().wasUnheard()).toBe(true);
    expect(page.transfer().actor.getSnapshot().context.answer).toEqual(TRANSFER);
    page.transfer().letGo();
    expect(stateOf(page.transfer())).toBe('editing');
  });

  test('shows the refusal that came while its screen was closed', async () => {
    const page = openPage();
    const first = page.transfer();
    first.submit(FACTS);
    page.answers[0]?.reject(new ClientError('insufficient_balance', { code: 1, msg: '' }));
    await expect.poll(() => stateOf(first)).toBe('editing');
    expect(page.transfer()).toBe(first);
    const { fields, problems } = first.actor.getSnapshot().context;
    expect(fields.amount).toBe('2');
    expect(problems).toMatchObject([{ field: 'amount', error: 'insufficient_balance' }]);
  });

  test('notifies the screen that shows it when the answer comes', async () => {
    const page = openPage();
    page.transfer().submit(FACTS);
    const told: unknown[] = [];
    page.transfer().onSuccess((answer) => told.push(answer));
    page.answers[0]?.resolve(TRANSFER);
    await expect.poll(() => told).toEqual([TRANSFER]);
    expect(page.transfer().wasUnheard()).toBe(false);
  });

  test('blocks no form with another subject', () => {
    const page = openPage();
    page.transfer('one').submit(FACTS);
    const other = page.transfer('other');
    expect(stateOf(other)).toBe('editing');
    other.submit(FACTS);
    expect(page.answers).toHaveLength(2);
    expect(stateOf(page.transfer('one'))).toBe('submitting');
  });

  test('is stopped and forgotten when the user signs out, on this page alone', () => {
    const [page, elsewhere] = [openPage(), openPage()];
    const [first, theirs] = [page.transfer(), elsewhere.transfer()];
    first.submit(FACTS);
    theirs.submit(FACTS);
    page.signOut();
    expect(first.actor.getSnapshot().status).toBe('stopped');
    expect(stateOf(page.transfer())).toBe('editing');
    expect(elsewhere.transfer()).toBe(theirs);
  });

  test('that was discarded does not replace one that was sent since', () => {
    const page = openPage();
    const [first, second] = [page.transfer(), page.transfer()];
    second.submit(FACTS);
    first.letGo();
    expect(page.transfer()).toBe(second);
  });
});

test('a form whose call takes no key is a new one each time it is shown', () => {
  const { runtime, answers } = openPage();
  const first = submissionOf(runtime, googleKeyForm, {});
  first.submit(null);
  expect(answers).toHaveLength(1);
  expect(submissionOf(runtime, googleKeyForm, {})).not.toBe(first);
});

test('a kept form of any kind is stopped once', () => {
  const { runtime, signOut } = openPage();
  const keptOf = keptUntilSignOut<number, { stop(): void }>();
  let stops = 0;
  keptOf(runtime).set(1, { stop: () => (stops += 1) });
  expect(keptOf(runtime).size).toBe(1);
  signOut();
  signOut();
  expect(stops).toBe(1);
  expect(keptOf(runtime).size).toBe(0);
});

describe('a form with a draft', () => {
  const TYPED = { address: '0x52908400098527886E0F7030069857D2E4169EE7', label: 'Mine' };
  const fieldsOf = ({ actor }: ReturnType<ReturnType<typeof openPage>['address']>) =>
    actor.getSnapshot().context.fields;
  const typed = () => {
    const page = openPage();
    const form = page.address();
    form.actor.send({ type: 'fields.edit', fields: { ...TYPED, code: '123456' } });
    return { page, form };
  };

  test('shows the typed fields again, but no secret, and none about another record', () => {
    const { page } = typed();
    expect(fieldsOf(page.address())).toMatchObject({ ...TYPED, code: '' });
    expect(fieldsOf(page.address('other'))).toMatchObject({ address: '', label: '' });
  });

  test('is empty after it has succeeded, and keeps its text after a refusal', async () => {
    const { page, form } = typed();
    form.submit(null);
    page.answers[0]?.reject(new ClientError('code_incorrect', { code: 1, msg: '' }));
    await expect.poll(() => form.actor.getSnapshot().value).toBe('editing');
    expect(fieldsOf(page.address())).toMatchObject(TYPED);
    form.actor.send({ type: 'fields.edit', fields: { code: '123457' } });
    form.submit(null);
    page.answers[1]?.resolve({});
    await expect.poll(() => form.actor.getSnapshot().value).toBe('done');
    expect(fieldsOf(page.address())).toMatchObject({ address: '', label: '' });
  });

  test('is empty for the next user', () => {
    const { page } = typed();
    page.signOut();
    expect(fieldsOf(page.address())).toMatchObject({ address: '', label: '' });
  });
});
