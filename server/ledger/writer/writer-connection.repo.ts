/**
 * The connection of a writer to PostgreSQL. A starting writer takes the turn: it raises the epoch of its
 * row in `spot_writers`. Each commit requires that epoch, so that the commits of an earlier writer fail.
 */
import { Socket } from 'node:net';
import { Client } from 'pg';
import type { QueryConfig } from 'pg';
import { ensure } from '../../../contract/assert.ts';
import { connectionOptions, SESSION_LIMITS, settingsText } from '../../kit/db/database.ts';
import type { Database, DatabaseAddress } from '../../kit/db/database.ts';
import { isRolledBack } from '../../kit/db/transaction.ts';

/**
 * The commit statement joins a few parameters to rows by their keys. It is always planned that way,
 * because statistics of tables that were just empty are misleading.
 */
const PLAN_BY_KEYS = `
  set plan_cache_mode = force_generic_plan;
  set enable_hashjoin = off; set enable_mergejoin = off; set enable_seqscan = off`;

interface WriterConnectionOptions {
  /** Name of the writer in `spot_writers`. */
  readonly name: string;
  readonly address: DatabaseAddress;
  /** For all statements but commits, because the writer's connection runs one statement at a time. */
  readonly database: Database;
  /** The connection is lost: the result of a running commit is unknown. */
  onLost(error: Error): void;
}

/** The fields that identify the writer in the fence. */
export interface WriterTurn {
  readonly name: string;
  readonly epoch: number;
  /** The sequence of the previous commit. */
  readonly seq: number;
}

/**
 * Takes over from the present writer, and then reads the stored state with `read`, before any other
 * setting of the connection changes.
 */
export async function connectWriter<Read>(
  options: WriterConnectionOptions,
  read: (client: Client) => Promise<Read>,
): Promise<{ readonly connection: WriterConnection; readonly read: Read }> {
  const { name, address } = options;
  const socket = new Socket();
  const client = new Client({
    ...connectionOptions(address, `meridian ${name} writer`),
    options: settingsText(SESSION_LIMITS),
    // A statement is sent while the one before is carried out.
    pipeline: true,
    stream: () => socket,
  });
  let isClosing = false;
  client.on('error', (error: Error) => {
    if (!isClosing) options.onLost(error);
  });
  await client.connect();
  const close = async (isAnswerAwaited: boolean): Promise<void> => {
    isClosing = true;
    const ended = client.end();
    // The client would wait for the answers of a database that hangs.
    if (!isAnswerAwaited) socket.destroy();
    await ended;
  };
  try {
    const turn = await takeTurn(client, name);
    const found = await read(client);
    const lossySettings = await findLossySettings(client);
    await client.query(PLAN_BY_KEYS);
    const parts = { client, database: options.database, turn, lossySettings, close };
    return { connection: new WriterConnection(parts), read: found };
  } catch (error) {
    await close(false);
    throw error;
  }
}

interface ConnectionParts {
  readonly client: Client;
  readonly database: Database;
  readonly turn: WriterTurn;
  readonly lossySettings: readonly string[];
  readonly close: (isAnswerAwaited: boolean) => Promise<void>;
}

export class WriterConnection {
  /** Database settings with which a crash loses acknowledged commits; empty for a safe database. */
  readonly lossySettings: readonly string[];
  readonly #close: ConnectionParts['close'];
  readonly #client: Client;
  readonly #database: Database;
  #turn: WriterTurn;
  /** Commits that have no result yet. */
  #underWay = 0;
  /** Resolves with the end of the last commit: whether it was committed. */
  #last: Promise<boolean> = Promise.resolve(true);
  #rollbacks = 0;

  constructor({ client, database, turn, lossySettings, close }: ConnectionParts) {
    this.lossySettings = lossySettings;
    this.#close = close;
    this.#client = client;
    this.#database = database;
    this.#turn = turn;
  }

  /**
   * Runs the statement of a batch; its result has one row, whose `committed` says whether the fence held. It may be called
   * before the commit of an earlier batch has ended: the fence has the sequence of that one, so that the later batch is not
   * committed without it. After a commit that fails, none is committed.
   * @returns false when another writer has taken over. @throws when the result is unknown.
   */
  async commit(statementOf: (turn: WriterTurn) => QueryConfig): Promise<boolean> {
    const turn = this.#turn;
    // No other batch gets this sequence, not even if the statement cannot be made.
    this.#turn = { ...turn, seq: turn.seq + 1 };
    const committed = this.#commitAfter(this.#last, statementOf(turn));
    this.#last = committed.catch(() => false);
    this.#underWay += 1;
    try {
      return await committed;
    } finally {
      this.#underWay -= 1;
    }
  }

  async #commitAfter(earlier: Promise<boolean>, statement: QueryConfig): Promise<boolean> {
    for (;;) {
      const rollbacks = this.#rollbacks;
      try {
        const { rows } = await this.#client.query<{ committed: number }>(statement);
        if (rows[0]?.committed === 1) return true;
        // The fence refuses this batch, too, when PostgreSQL has rolled the earlier one back, which is then sent again.
        if (this.#rollbacks === rollbacks || !(await earlier)) return false;
      } catch (error) {
        if (!isRolledBack(error)) throw error;
        this.#rollbacks += 1;
      }
    }
  }

  /** Closes the connection, and waits for no commit that is under way: its result is unknown. */
  close(): Promise<void> {
    return this.#close(this.#underWay === 0);
  }

  /** Runs a statement with `$1` name and `$2` epoch of the writer. @returns the number of changed rows. */
  async changeInTurn(text: string, values: readonly unknown[]): Promise<number> {
    const { name, epoch } = this.#turn;
    const { rowCount } = await this.#database.$client.query(text, [name, epoch, ...values]);
    return rowCount ?? 0;
  }

  /** Whether no other writer has taken over. */
  async isCurrent(): Promise<boolean> {
    const { rows } = await this.#database.$client.query<{ epoch: bigint }>(
      'select epoch from spot_writers where name = $1',
      [this.#turn.name],
    );
    return Number(rows[0]?.epoch) === this.#turn.epoch;
  }
}

/** Waits for a running commit of the previous writer, whose next commit then fails. */
async function takeTurn(client: Client, name: string): Promise<WriterTurn> {
  const { rows } = await client.query<{ epoch: bigint; seq: bigint }>(
    `insert into spot_writers as writer (name, epoch, seq) values ($1, 1, 0)
     on conflict (name) do update set epoch = writer.epoch + 1 returning epoch, seq`,
    [name],
  );
  const { epoch, seq } = ensure(rows[0], 'turn of the writer');
  return { name, epoch: Number(epoch), seq: Number(seq) };
}

async function findLossySettings(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  );
  return rows.map(({ name }) => name);
}
