/**
 * Ends the database sessions of an earlier server. PostgreSQL notices late that a killed server is
 * gone: a statement that waits for a lock could run minutes later, after its command was reported
 * as over.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '../../../contract/time.ts';
import type { Log } from '../log.ts';
import { StartupError } from '../process/startup-error.ts';
import { connect } from './connect.ts';
import { SERVER_SESSIONS } from './database.ts';
import type { DatabaseAddress } from './database.ts';

const PATIENCE_MS = 30 * SECOND_MS;
const POLL_MS = 20;

/** Sessions that began after the first check belong to a running server, which the spot writer's epoch fences. */
const END = `
  select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity
  where datname = current_database() and pg_has_role(current_user, usesysid, 'usage')
    and application_name = any($1) and backend_start < $2`;

/**
 * Ends the sessions of other servers, and waits until they are gone with all their statements. Must
 * be called before this server opens its own. The spot writer's session is not among them: the
 * takeover of its epoch fences it. A server that still runs must learn from the fence that it has to
 * stop, not from a lost connection.
 * @throws StartupError when a session does not end.
 */
export async function endEarlierSessions(address: DatabaseAddress, log: Log): Promise<void> {
  const client = await connect(address, 'meridian start');
  try {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const values = [Object.values(SERVER_SESSIONS), rows[0]?.now];
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const left = (await client.query<{ count: number }>(END, values)).rows[0]?.count ?? 0;
      if (left === 0) return;
      if (waitedMs === 0) log.warn({ sessions: left }, 'ending sessions of an earlier server');
      if (waitedMs >= PATIENCE_MS)
        throw new StartupError(
          `${left} session(s) of an earlier server do not end in the database: end them there, then start again.`,
        );
      await pause(POLL_MS);
    }
  } finally {
    await client.end();
  }
}
