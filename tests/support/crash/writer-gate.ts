/**
 * Holds the commits of an owner of accounts of a running server in PostgreSQL: of a writer by the row of its fence, of
 * the general journal by the rows of fiat accounts. So a test kills the server at a named point: while a commit is
 * under way, or when it is durable and no caller was answered.
 */
import pg from 'pg';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { connectionOptions, SERVER_SESSIONS } from '../../../server/kit/db/database.ts';
import { openRunFolder } from '../../../server/kit/db/embedded/run-folder.ts';
import type { AccountOwner } from '../../../server/ledger/account-owners.ts';
import { eventually } from '../eventually.ts';
import type { TestServer } from '../servers/test-server.ts';

const fenceOf = (writer: string) => ({
  sessions: `meridian ${writer} writer`,
  lock: `select 1 from spot_writers where name = '${writer}' for update`,
});

/** The sessions that commit for an owner, and the lock that they wait for. */
const HELD: Readonly<Record<AccountOwner, { readonly sessions: string; readonly lock: string }>> = {
  dealing: fenceOf('dealing'),
  spot: fenceOf('spot'),
  rows: {
    sessions: SERVER_SESSIONS.steps,
    lock: `select 1 from ledger_accounts where account_type = ${ACCOUNT_TYPES.fiat} for update`,
  },
};

const SESSIONS = `select pid, state, wait_event_type = 'Lock' as waits from pg_stat_activity
  where datname = current_database() and application_name = $1`;

interface Session {
  readonly pid: number;
  readonly state: string;
  readonly waits: boolean | null;
}

export class WriterGate {
  readonly #client: pg.Client;
  readonly #owner: AccountOwner;
  /** Process ids of the sessions whose commit is held. */
  #held: readonly number[] = [];

  private constructor(client: pg.Client, owner: AccountOwner) {
    this.#client = client;
    this.#owner = owner;
  }

  static async open(
    { dataDir }: Pick<TestServer, 'dataDir'>,
    owner: AccountOwner,
  ): Promise<WriterGate> {
    const address = { socketFolder: openRunFolder(dataDir) };
    const client = new pg.Client(connectionOptions(address, 'test gate'));
    // The database may be killed while this is connected.
    client.on('error', () => undefined);
    await client.connect();
    return new WriterGate(client, owner);
  }

  /** Holds the next commit of any kind. */
  async hold(): Promise<void> {
    await this.#client.query('begin');
    await this.#client.query(HELD[this.#owner].lock);
  }

  /** A commit is held, and with two `sessions` also the next writer that takes over. */
  reached(sessions = 1): Promise<void> {
    return this.#until((open) => {
      this.#held = open.filter(({ waits }) => waits === true).map(({ pid }) => pid);
      return this.#held.length === sessions;
    });
  }

  /** Lets the held commit through. Resolves when it is durable; only the one commit, if the server is stopped. */
  async pass(): Promise<void> {
    await this.#client.query('rollback');
    await this.#until((open) =>
      open.some(({ pid, state }) => this.#held.includes(pid) && state === 'idle'),
    );
  }

  /** Ends the sessions of the owner, whose held commit never happens. */
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
      if (!is(open)) throw new Error(`sessions of ${this.#owner}: ${states}`);
    });
  }

  async #sessions(): Promise<readonly Session[]> {
    // Inside a transaction the first answer would be repeated.
    await this.#client.query('select pg_stat_clear_snapshot()');
    const { rows } = await this.#client.query<Session>(SESSIONS, [HELD[this.#owner].sessions]);
    return rows;
  }
}
