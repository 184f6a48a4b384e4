/** Fiat orders whose time has passed, for tests of servers that cannot wait and whose clock no test moves. */
import { FIAT_ORDER } from '../../../server/areas/fiat/orders/order-lifecycle.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { guardMigration } from '../../../server/ledger/migration-guard.repo.ts';
import { withServerDatabase } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

/**
 * Moves logs, timers and deadlines of orders into the past while their server is down. The log is append-only and no timer
 * ends before its log allows, so that it takes a migration by the owner of the tables.
 */
export async function letPass(
  server: Pick<TestServer, 'dataDir'>,
  ids: readonly string[],
  ms: number,
): Promise<void> {
  const orders = `id in (${ids.map(Number).join(', ')})`;
  const move = () =>
    withServerDatabase(server, (client) =>
      client.query(`
        begin;
        alter table lifecycle_events disable trigger lifecycle_events_append_only;
        update lifecycle_events set at_ms = at_ms - ${ms} where kind = '${FIAT_ORDER.kind}' and ${orders};
        alter table lifecycle_events enable always trigger lifecycle_events_append_only;
        update lifecycle_timers set due_at_ms = due_at_ms - ${ms} where kind = '${FIAT_ORDER.kind}' and ${orders};
        update fiat_orders set deadline_at_ms = deadline_at_ms - ${ms} where ${orders};
        commit`),
    );
  await guardMigration({ socketFolder: openRunFolder(server.dataDir) }, Date.now(), async () => {
    await move();
    return true;
  });
}
