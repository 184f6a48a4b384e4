/** Notices about contracts in the outbox, as the commit of their cause stores them. */
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

/** @param count how often the notice is stored. */
export async function storeLeverPushes(
  server: TestServer,
  payload: { readonly userId: number; readonly about: string; readonly orderId: number | null },
  count = 1,
): Promise<void> {
  await queryServer(
    server,
    `insert into outbox (topic, payload, created_at_ms, due_at_ms)
     select 'contract_push', $1, 0, 0 from generate_series(1, $2)`,
    [JSON.stringify(payload), count],
  );
}
