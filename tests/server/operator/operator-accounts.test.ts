/** The commands about operators, on the data folder of an installation. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_OPERATOR } from '../../../server/kit/demo-accounts.ts';
import { errorOf } from '../../support/users/accounts.ts';
import { callOperator, signInOperator } from '../../support/operator/operators.ts';
import { QUICK_NODE } from '../../../scripts/quick-node.ts';
import { startTestServer } from '../../support/servers/test-server.ts';
import type { TestServer } from '../../support/servers/test-server.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const ACCOUNT = 'Olive@Example.org';
const PASSWORD = 'correct horse battery';
/** An empty standard input, which has ended. */
const NO_PASSWORD = 'none';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SEED: 'none' } });
});
afterAll(() => server.stop());

async function run(
  command: 'add' | 'reset' | 'disable',
  args: readonly string[],
  password = PASSWORD,
) {
  const child = spawn(process.execPath, [`scripts/operator-${command}.ts`, ...args], {
    cwd: ROOT,
    env: { ...QUICK_NODE, DATA_DIR: server.dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(password === NO_PASSWORD ? '' : `${password}\n`);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  return { code, output, errors };
}

test('adds an operator next to the running server, who then binds an authenticator', async () => {
  const added = await run('add', [ACCOUNT, 'Olive', 'Operator']);
  expect(added).toEqual({ code: 0, output: `${ACCOUNT} is now an operator.\n`, errors: '' });
  const operator = await signInOperator(server, ACCOUNT, PASSWORD);
  expect(await operator.ask('getSession', {})).toMatchObject({
    account: ACCOUNT.toLowerCase(),
    name: 'Olive Operator',
  });
});

test.each([
  ['an account that is taken', [ACCOUNT, 'Olive'], PASSWORD, /already/],
  ['the demo account', [DEMO_OPERATOR, 'Demo'], PASSWORD, /demos alone/],
  ['no email address', ['olive', 'Olive'], PASSWORD, /email address/],
  ['a short password', ['other@example.org', 'Other'], 'short', /12 to 128/],
  ['no password', ['other@example.org', 'Other'], NO_PASSWORD, /no password: pipe one in/],
  ['no name', ['other@example.org'], PASSWORD, /Usage/],
])('refuses %s', async (_name, args, password, reason) => {
  const { code, output, errors } = await run('add', args, password);
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toMatch(reason);
  expect(errors).not.toMatch(/\bat .*:\d/);
});

describe('an operator of the installation', () => {
  const account = 'otto@example.org';
  const session = (token: string) => callOperator(server, 'getSession', {}, { token });

  test('who is disabled is out at once, and comes back with a new key and session', async () => {
    await run('add', [account, 'Otto']);
    const { token } = await signInOperator(server, account, PASSWORD);
    expect(await run('disable', [account])).toMatchObject({ code: 0, errors: '' });
    expect(errorOf(await session(token))).toBe('user_disabled');
    const credentials = { account, password: PASSWORD };
    expect(errorOf(await callOperator(server, 'createGoogleKey', credentials))).toBe(
      'user_disabled',
    );

    expect(await run('reset', [account], 'another long password')).toMatchObject({ code: 0 });
    expect(errorOf(await session(token))).toBe('session_ended');
    expect(errorOf(await callOperator(server, 'createGoogleKey', credentials))).toBe(
      'operator_credentials_incorrect',
    );
    const again = await signInOperator(server, account, 'another long password');
    expect(again.token).not.toBe(token);
  });

  test.each(['reset', 'disable'] as const)('cannot be created by %s', async (command) => {
    const { code, errors } = await run(command, ['nobody@example.org']);
    expect(code).toBe(1);
    expect(errors).toContain('There is no operator nobody@example.org');
  });
});
