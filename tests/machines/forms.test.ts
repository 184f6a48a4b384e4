/** The account forms with their real calls; the server is a stand-in. */
import { describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import type { ErrorName } from '../../contract/errors/catalog.ts';
import type { PasswordProfile } from '../../contract/identity/password-policy.ts';
import { accountProblem, isVerificationCode } from '../../machines/app/identity/account.rules.ts';
import type { ApiClient } from '../../src/app/core/api/api-client.ts';
import { ClientError } from '../../src/app/core/api/client-error.ts';
import { providePasswordReset } from '../../src/app/identity/provide-password-reset.ts';
import { provideRegistration } from '../../src/app/identity/provide-registration.ts';
import { provideSignIn } from '../../src/app/identity/provide-sign-in.ts';
import { createMemoryBrowser } from '../support/memory-browser.ts';
import { eventually } from '../support/eventually.ts';

const TOKENS = { accessToken: 'access', refreshToken: 'refresh' };
const NOW_MS = 1_000_000;
const SUBMIT = { type: 'form.submit', passwordProfile: 'spec' } as const;

function setUp(answers: Readonly<Record<string, unknown>>) {
  const calls: unknown[] = [];
  const call = async (name: string, request: unknown, options: unknown): Promise<unknown> => {
    calls.push([name, request, options]);
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const send = vi.fn<(event: unknown) => void>();
  const deps = {
    api: { call } as unknown as ApiClient,
    session: { send },
    clock: { now: () => NOW_MS },
    store: createMemoryBrowser().openTab(),
  };
  return { deps, calls, send };
}

const refusal = (name: ErrorName) =>
  new ClientError(name, { code: 2000, msg: '', retryAfterS: 12 });

describe('signing in', () => {
  test('sends account and kind of login, opens the session, and keeps no password', async () => {
    const { deps, calls, send } = setUp({ signIn: TOKENS });
    const form = createActor(provideSignIn(deps), { input: {} }).start();
    const fields = { account: '15112345678', password: 'Meridian1', loginType: '1', areaId: 49 };
    form.send({ type: 'fields.edit', fields: { ...fields, loginType: '1' } });
    form.send({ type: 'form.submit' });
    await eventually(() => expect(form.getSnapshot().status).toBe('done'));

    expect(calls).toEqual([
      [
        'signIn',
        {
          account: '15112345678',
          password: 'Meridian1',
          login_type: '1',
          area_id: '49',
          device_id: deps.store.get('meridian.device'),
        },
        {
          reporting: 'inline',
          expected: ['google_code_required', 'device_code_required'],
        },
      ],
    ]);
    expect(send).toHaveBeenCalledExactlyOnceWith({
      type: 'session.opened',
      tokens: TOKENS,
      loginUserName: '15112345678',
      loginType: '1',
    });
    expect(form.getSnapshot().context.fields.password).toBe('');
  });

  test.each([
    ['credentials_incorrect', 'password'],
    ['sign_in_locked', null],
  ] as const)('shows %s next to %s until the field changes', async (error, field) => {
    const { deps, send } = setUp({ signIn: refusal(error) });
    const form = createActor(provideSignIn(deps), {
      input: { account: 'ann@example.com', password: 'Meridian1' },
    }).start();
    form.send({ type: 'form.submit' });
    await eventually(() => expect(form.getSnapshot().value).toBe('editing'));

    expect(form.getSnapshot().context.problems).toEqual([{ field, error, retryAfterS: 12 }]);
    expect(send).not.toHaveBeenCalled();
    form.send({ type: 'fields.edit', fields: { password: 'Meridian2' } });
    expect(form.getSnapshot().context.problems).toEqual([]);
  });

  test('an empty form is not sent', () => {
    const { deps, calls } = setUp({});
    const form = createActor(provideSignIn(deps), { input: {} }).start();

    form.send({ type: 'form.submit' });

    expect(calls).toEqual([]);
    expect(form.getSnapshot().context.problems).toEqual([
      { field: 'account', error: 'invalid_request' },
      { field: 'password', error: 'invalid_request' },
    ]);
  });
});

describe('registering', () => {
  const complete = {
    account: 'ann@example.com',
    code: '123456',
    password: 'Meridian1',
    passwordRepeated: 'Meridian1',
    hasAccepted: true,
  };

  test('sends a code once in 60 s, and sends a new one for another account', async () => {
    const { deps, calls } = setUp({
      sendEmailCode: { resend_after_s: 60, expires_in_s: 600 },
    });
    const form = createActor(provideRegistration(deps), { input: complete }).start();
    const request = (nowMs: number) => form.send({ type: 'code.request', nowMs });
    const codeSent = () =>
      eventually(() => expect(form.getSnapshot().matches('codeSent')).toBe(true));
    request(NOW_MS);
    await codeSent();
    expect(calls).toEqual([
      ['sendEmailCode', { email: 'ann@example.com', scene: 'register' }, { reporting: 'inline' }],
    ]);
    expect(form.getSnapshot().context.resendAtMs).toBe(NOW_MS + 60_000);

    request(NOW_MS + 59_999);
    expect(calls).toHaveLength(1);
    form.send({ type: 'fields.edit', fields: { account: ' bob@example.com ' } });
    request(NOW_MS + 59_999);
    await codeSent();
    expect(calls.at(-1)).toEqual([
      'sendEmailCode',
      { email: 'bob@example.com', scene: 'register' },
      { reporting: 'inline' },
    ]);
    request(NOW_MS + 60_000);
    expect(calls).toHaveLength(3);
  });

  test('shows each problem of the form next to its field', () => {
    const { deps, calls } = setUp({});
    const form = createActor(provideRegistration(deps), {
      input: {
        ...complete,
        code: '12',
        passwordRepeated: 'x',
        hasAccepted: false,
        inviteCode: '?',
      },
    }).start();

    form.send(SUBMIT);

    expect(calls).toEqual([]);
    expect(form.getSnapshot().context.problems).toEqual([
      { field: 'code', error: 'code_incorrect' },
      { field: 'passwordRepeated', error: 'passwords_do_not_match' },
      { field: 'inviteCode', error: 'invite_code_unknown' },
      { field: 'hasAccepted', error: 'agreement_required' },
    ]);
  });

  test('names the account before a code is sent, and every missing field of an empty form', () => {
    const { deps, calls } = setUp({});
    const form = createActor(provideRegistration(deps), { input: {} }).start();
    const problems = () => form.getSnapshot().context.problems;

    form.send({ type: 'code.request', nowMs: NOW_MS });
    expect(problems()).toEqual([{ field: 'account', error: 'invalid_request' }]);
    form.send(SUBMIT);

    expect(calls).toEqual([]);
    expect(problems()).toEqual([
      { field: 'account', error: 'invalid_request' },
      { field: 'code', error: 'invalid_request' },
      { field: 'password', error: 'invalid_request' },
      { field: 'hasAccepted', error: 'agreement_required' },
    ]);
  });

  test('opens the session', async () => {
    const { deps, calls, send } = setUp({ register: TOKENS });
    const form = createActor(provideRegistration(deps), { input: complete }).start();
    form.send(SUBMIT);
    await eventually(() => expect(form.getSnapshot().status).toBe('done'));

    expect(calls).toEqual([
      [
        'register',
        {
          account: 'ann@example.com',
          password: 'Meridian1',
          re_password: 'Meridian1',
          invite_code: '',
          area_id: '1',
          sms_code: '123456',
          type: 'email',
          device_id: deps.store.get('meridian.device'),
        },
        { reporting: 'inline' },
      ],
    ]);
    expect(send).toHaveBeenCalledExactlyOnceWith({
      type: 'session.opened',
      tokens: TOKENS,
      loginUserName: 'ann@example.com',
      loginType: '2',
    });
  });
});

/** A form whose right password was answered with `error`. */
async function askedForm(error: 'google_code_required' | 'device_code_required') {
  const answers: Record<string, unknown> = { signIn: refusal(error) };
  const parts = setUp(answers);
  const form = createActor(provideSignIn(parts.deps), {
    input: { account: 'ann@example.com', password: 'Meridian1' },
  }).start();
  const settled = (state: 'askingCode' | 'editing' | 'done') =>
    eventually(() => expect(form.getSnapshot().value).toBe(state));
  form.send({ type: 'form.submit' });
  await settled('askingCode');
  return { ...parts, answers, form, settled };
}

describe('the code of a sign-in', () => {
  const CODE = { type: 'fields.edit', fields: { code: '123456' } } as const;
  test('is sent with the same device and password, and opens the session', async () => {
    const { form, answers, calls, send, settled } = await askedForm('google_code_required');
    expect(form.getSnapshot().context).toMatchObject({ codeKind: 'authenticator', problems: [] });
    answers['signIn'] = TOKENS;
    form.send(CODE);
    form.send({ type: 'form.submit' });
    await settled('done');
    const [first, second] = (calls as [string, Record<string, unknown>][]).map(([, body]) => body);
    expect(second).toEqual({ ...first, sms_code: '123456' });
    expect(first?.['device_id']).toMatch(/^[0-9a-f]{32}$/);
    expect(send).toHaveBeenCalledOnce();
    expect(form.getSnapshot().context.fields).toMatchObject({ password: '', code: '' });
  });

  test('is not sent before it is complete, and stays when it is refused', async () => {
    const { form, answers, calls, settled } = await askedForm('google_code_required');
    form.send({ type: 'form.submit' });
    expect(calls).toHaveLength(1);
    expect(form.getSnapshot().context.problems).toEqual([
      { field: 'code', error: 'google_code_required' },
    ]);
    answers['signIn'] = refusal('google_code_incorrect');
    form.send(CODE);
    form.send({ type: 'form.submit' });
    await settled('askingCode');
    expect(form.getSnapshot().context.problems).toMatchObject([
      { field: 'code', error: 'google_code_incorrect' },
    ]);
  });

  test('is sent again for a new device, but only after the wait', async () => {
    const { form, calls, settled } = await askedForm('device_code_required');
    const { resendAtMs } = form.getSnapshot().context;
    expect(resendAtMs).toBe(NOW_MS + 12_000);
    form.send(CODE);
    form.send({ type: 'code.request', nowMs: NOW_MS + 11_999 });
    expect(calls).toHaveLength(1);
    form.send({ type: 'code.request', nowMs: NOW_MS + 12_000 });
    await settled('askingCode');
    expect(calls).toHaveLength(2);
    expect((calls as [string, Record<string, unknown>][])[1]?.[1]).not.toHaveProperty('sms_code');
  });

  test('is forgotten on the way back, and when the password is refused', async () => {
    const { form, answers, settled } = await askedForm('device_code_required');
    form.send(CODE);
    form.send({ type: 'form.back' });
    expect(form.getSnapshot().context).toMatchObject({ codeKind: null, fields: { code: '' } });
    form.send({ type: 'form.submit' });
    await settled('askingCode');
    answers['signIn'] = refusal('credentials_incorrect');
    form.send(CODE);
    form.send({ type: 'form.submit' });
    await settled('editing');
    expect(form.getSnapshot().context).toMatchObject({
      codeKind: null,
      fields: { code: '' },
      problems: [{ field: 'password', error: 'credentials_incorrect' }],
    });
  });
});

describe('a new password', () => {
  const SENTENCE = 'my cat sleeps on the keyboard!';
  const problemsOf = (password: string, passwordProfile: PasswordProfile | null) => {
    const { deps } = setUp({ resetPassword: null });
    const input = { account: 'ann@example.com', code: '123456' };
    const form = createActor(providePasswordReset(deps), {
      input: { ...input, password, passwordRepeated: password },
    }).start();
    form.send({ type: 'form.submit', passwordProfile });
    return form.getSnapshot().context.problems.map(({ field, error }) => `${field}: ${error}`);
  };

  test.each([
    ['Meridian1', 'spec', []],
    [SENTENCE, 'spec', ['password: password_format_invalid']],
    [SENTENCE, 'strict', []],
    ['seven77', 'strict', ['password: password_length_invalid']],
    ['x'.repeat(65), 'strict', ['password: password_length_invalid']],
    [SENTENCE, null, []],
    ['x', null, []],
    ['', 'spec', ['password: invalid_request']],
    ['', null, ['password: invalid_request']],
  ] as const)('%s under the profile %s has the problems %j', (password, profile, problems) => {
    expect(problemsOf(password, profile)).toEqual(problems);
  });
});

describe('resetting a password', () => {
  test('requests the code by SMS for a mobile number, and shows a refusal next to it', async () => {
    const { deps, calls } = setUp({ sendSmsCode: refusal('code_sent_recently') });
    const form = createActor(providePasswordReset(deps), {
      input: { type: 'mobile', account: '15112345678', areaId: 49 },
    }).start();
    form.send({ type: 'code.request', nowMs: NOW_MS });
    await eventually(() => expect(form.getSnapshot().matches('editing')).toBe(true));

    expect(calls).toEqual([
      [
        'sendSmsCode',
        { mobile: '15112345678', area_id: '49', scene: 'forget_password' },
        { reporting: 'inline' },
      ],
    ]);
    expect(form.getSnapshot().context.problems).toEqual([
      { field: 'code', error: 'code_sent_recently', retryAfterS: 12 },
    ]);
  });

  test('sends the new password with the code', async () => {
    const { deps, calls } = setUp({ resetPassword: null });
    const form = createActor(providePasswordReset(deps), {
      input: {
        account: 'ann@example.com',
        code: '123456',
        password: 'Meridian2',
        passwordRepeated: 'Meridian2',
      },
    }).start();
    form.send(SUBMIT);
    await eventually(() => expect(form.getSnapshot().status).toBe('done'));

    expect(calls).toEqual([
      [
        'resetPassword',
        {
          account: 'ann@example.com',
          new_password: 'Meridian2',
          secondary_password: 'Meridian2',
          auth_code: '123456',
          type: 'email',
        },
        { reporting: 'inline' },
      ],
    ]);
  });
});

describe('the rules', () => {
  test.each([
    ['ann@example.com', 'email', true],
    [' ann@example.com ', 'email', true],
    ['ann@example', 'email', false],
    ['ann example@x.de', 'email', false],
    ['15112345678', 'mobile', true],
    ['+4915112345', 'mobile', false],
    ['123', 'mobile', false],
  ] as const)('account %s as %s: %s', (account, type, isGood) => {
    expect(accountProblem(account, type)).toBe(isGood ? null : 'account_format_invalid');
  });

  test.each([
    ['123456', true],
    ['12345', false],
    ['1234567', false],
    ['12345a', false],
  ])('code %s: %s', (code, isGood) => {
    expect(isVerificationCode(code)).toBe(isGood);
  });
});
