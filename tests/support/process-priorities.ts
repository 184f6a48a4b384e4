/** Priorities of a process as Linux knows them. */
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { ensure } from '../../contract/assert.ts';
import { queryServer } from './databases/server-database.ts';
import type { TestServer } from './servers/test-server.ts';

/** The priorities of the process and of its session, which is null where the system has none. */
export function prioritiesOf(pid: number) {
  const file = `/proc/${pid}/autogroup`;
  const session = existsSync(file)
    ? Number(/nice (-?\d+)/.exec(readFileSync(file, 'utf8'))?.[1])
    : null;
  return { process: getPriority(pid), session };
}

/** Priorities of the PostgreSQL process of a connection. @param name shown in pg_stat_activity */
export async function prioritiesOfConnection(server: TestServer, name: string) {
  const [row] = await queryServer<{ pid: number }>(
    server,
    'select pid from pg_stat_activity where application_name = $1',
    [name],
  );
  return prioritiesOf(ensure(row, name).pid);
}
