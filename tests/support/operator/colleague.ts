/** A second operator, for tests with two at the same moment. */
import { DEMO_PASSWORD } from '../../../server/kit/demo-accounts.ts';
import { signInOperator } from './operators.ts';
import type { TestOperator } from './operators.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

export const COLLEAGUE = { account: 'colleague@example.org', name: 'Colleague' } as const;

/** Adds an operator next to the demo operator, with the same password, unless an earlier file has. */
export async function signInColleague(server: TestServer): Promise<TestOperator> {
  await queryServer(
    server,
    `insert into operators (account, name, password_hash, created_at_ms)
      select $1, $2, password_hash, created_at_ms from operators limit 1
      on conflict (account) do nothing`,
    [COLLEAGUE.account, COLLEAGUE.name],
  );
  return signInOperator(server, COLLEAGUE.account, DEMO_PASSWORD);
}
