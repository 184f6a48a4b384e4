/** The address of the operators' server, and the messages of a start that cannot use it. */
import { afterAll, expect, test } from 'vitest';
import { DEMO_OPERATOR } from '../../../server/kit/demo-accounts.ts';
import { temporaryFolders } from '../../support/temporary-folder.ts';
import { runServerToExit } from '../../support/servers/server-process.ts';
import { startTestServer } from '../../support/servers/test-server.ts';

const folders = temporaryFolders();
afterAll(() => folders.removeAll());

test('a start logs the addresses for users and for operators, and a taken port names its setting', async () => {
  const env = { NODE_ENV: 'development', CONTROL_PORT: '', CONTROL_TOKEN: '', MARKET_MAKER: 'off' };
  const server = await startTestServer({ isOwnProcess: true, env });
  await server.waitForLog(/^Demo operator, same password/);
  const said = server.logs.filter((line) => !line.startsWith('{')).join('\n');
  expect(said).toContain(`: ${server.origin}\n`);
  expect(said).toContain(`The console of operators: ${server.operatorOrigin}\n`);
  expect(said).toContain(DEMO_OPERATOR);

  const { port } = new URL(server.operatorOrigin);
  const token = { CONTROL_TOKEN: 'control-token-of-the-tests' };
  for (const variables of [{ OPERATOR_PORT: port }, { CONTROL_PORT: port, ...token }]) {
    const second = await runServerToExit({ DATA_DIR: folders.make(), SEED: 'none', ...variables });
    expect(second.code).toBe(1);
    expect(second.output).toContain(`cannot start. Port ${port} of 127.0.0.1 is taken`);
    expect(second.output).toContain(`set ${Object.keys(variables)[0]}`);
  }
  expect(await server.stop()).toBe(0);
});
