/**
 * Holds the commits of a writer of a running server in PostgreSQL, by the row of its fence. So a test kills the
 * server at a named point: while a commit is under way, or when it is durable and no caller was answered.
 */
import pg from 'pg';
import { connectionOptions } from '../../../server/kit/db/database.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import { eventually } from '../eventually.ts';
import type { TestServer } from '../servers/test-server.ts';

export type WriterName = 'dealing' | 'spot';

const SESSIONS = `select pid, state, wait_event_type = 'Lock' as waits from pg_stat_activity
  where datname = current_database() and application_name = $1`;

interface Session {
  readonly pid: number;
  readonly state: string;
  readonly waits: boolean | null;
}

export class WriterGate {
  readonly #client: pg.Client;
  readonly #writer: WriterName;

  private constructor(client: pg.Client, writer: WriterName) {
    this.#client = client;
    this.#writer = writer;
  }

  static async open(
    { dataDir }: Pick<TestServer, 'dataDir'>,
    writer: WriterName,
  ): Promise<WriterGate> {
    const address = { socketFolder: openRunFolder(dataDir) };
    const client = new pg.Client(connectionOptions(address, 'test gate'));
    // The database may be killed while this is connected.
    client.on('error', () => undefined);
    await client.connect();
    return new WriterGate(client, writer);
  }

  /** Holds the next commit of any kind. */
  async hold(): Promise<void> {
    await this.#client.query('begin');
    await this.#client.query('select 1 from spot_writers where name = $1 for update', [
      this.#writer,
    ]);
  }

  /** A commit is held, and with two `sessions` also the next writer that takes over. */
  reached(sessions = 1): Promise<void> {
    return this.#until((open) => open.filter(({ waits }) => waits === true).length === sessions);
  }

  /** Lets the held commit through. Resolves when it is durable; only the one commit, if the server is stopped. */
  async pass(): Promise<void> {
    await this.#client.query('rollback');
    await this.#until((open) => open.some(({ state }) => state === 'idle'));
  }

  /** Ends the session of the writer, whose held commit never happens. */
  async drop(): Promise<void> {
    for (const { pid } of await this.#sessions())
      await this.#client.query('select pg_terminate_backend($1)', [pid]);
    await this.#until((open) => open.length === 0);
    await this.#client.query('rollback');
  }

  close(): Promise<void> {
    return this.#client.end();
  }

  #until(is: (open: readonly Session[]) => boolean): Promise<void> {
    return eventually(async () => {
      const open = await this.#sessions();
      const states = open.map(({ state }) => state).join();
      if (!is(open)) throw new Error(`sessions of the ${this.#writer} writer: ${states}`);
    });
  }

  async #sessions(): Promise<readonly Session[]> {
    // Inside a transaction the first answer would be repeated.
    await this.#client.query('select pg_stat_clear_snapshot()');
    const { rows } = await this.#client.query<Session>(SESSIONS, [
      `meridian ${this.#writer} writer`,
    ]);
    return rows;
  }
}
