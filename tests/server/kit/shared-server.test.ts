/** The servers that test files share: reuse, refusals, and faults that name the files. */
import { expect, test } from 'vitest';
import { isAlive } from '../../../scripts/is-alive.ts';
import { queryServer } from '../../support/databases/server-database.ts';
import { borrowServer, giveBack } from '../../support/servers/shared-server.ts';

/** A server of this file only, because a test breaks it. */
const OWN = [{ LOG_LEVEL: 'debug' }, { isOwnProcess: true }] as const;

test('a server is reused, by one file at a time and in its own environment', async () => {
  const first = await borrowServer();
  const other = await borrowServer(...OWN);
  expect(other.origin).not.toBe(first.origin);
  await giveBack(other);
  await giveBack(first);
  await expect(giveBack(first)).rejects.toThrow('not borrowed');
  const again = await borrowServer();
  expect(again.origin).toBe(first.origin);
  expect(again.logs).toEqual([]);
  await giveBack(again);
});

test('a server refuses changes that later files would notice', async () => {
  const server = await borrowServer();
  const calls: readonly (() => Promise<unknown>)[] = [
    () => server.stop(),
    () => server.kill(),
    () => server.restart(),
    () => server.controlAdvance(1),
    () => server.control('POST', '/clock/advance', { ms: 1 }),
    () => server.setMarketStatus('1', 'halted'),
  ];
  for (const call of calls) expect(call).toThrow('other files share this server');
  await giveBack(server);
});

test('a fault in its ledger fails the file that made it, and the server is not reused', async () => {
  const server = await borrowServer(...OWN);
  await queryServer(
    server,
    'update ledger_accounts set available = available + 1 where available > 0',
  );
  await expect(giveBack(server)).rejects.toThrow(/shared-server\.test\.ts.*:\n.+/s);
  expect(isAlive(server.pid)).toBe(false);
});

test('a server that ended between two files is not reused', async () => {
  const server = await borrowServer(...OWN);
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await expect(giveBack(server)).rejects.toThrow('shared-server.test.ts');
});
