/** Replays every record of a kind, read from the database of a running server. */
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { openDatabase } from '../../../server/kit/db/database.ts';
import type { LifecycleSpec } from '../../../server/kit/lifecycle/lifecycles.types.ts';
import {
  readLifecycleRecord,
  replayLifecycle,
} from '../../../server/kit/lifecycle/replay-lifecycle.ts';
import { createLog } from '../../../server/kit/log.ts';
import { queryServer } from '../databases/server-database.ts';
import type { TestServer } from '../servers/test-server.ts';

/** Number of records from this id on, and those that differ from their logs. */
export async function replayAll(
  server: Pick<TestServer, 'dataDir'>,
  spec: LifecycleSpec,
  fromId = 0,
): Promise<{ readonly records: number; readonly faults: readonly string[] }> {
  const rows = await queryServer<{ id: bigint }>(
    server,
    'select id from lifecycles where kind = $1 and id >= $2',
    [spec.kind, fromId],
  );
  const database = openDatabase(
    { socketFolder: openRunFolder(server.dataDir) },
    createLog('warn'),
    1,
  );
  const faults: string[] = [];
  try {
    for (const { id } of rows) {
      const record = await readLifecycleRecord(database, spec.kind, Number(id));
      if (record !== undefined) faults.push(...replayLifecycle(spec, record).faults);
    }
  } finally {
    await database.$client.end();
  }
  return { records: rows.length, faults };
}
