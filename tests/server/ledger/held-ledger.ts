/**
 * A ledger on one connection, whose planted faults are rolled back: each fault needs no copy of the database, no
 * connection and no plans of its own.
 */
import { Client } from 'pg';
import type { QueryConfig, QueryResult } from 'pg';
import type { DatabaseAddress } from '../../../server/kit/db/database.ts';
import { connectionOptions } from '../../../server/kit/db/database.ts';
import { ledgerBook } from '../../../server/boot/roles/ledger-book.ts';
import type { GrantPolicy } from '../../../server/ledger/ledger-book.types.ts';
import { Verifier } from '../../../server/ledger/verifier.repo.ts';
import { prepareForPasses } from '../../../server/ledger/verify-session.repo.ts';
import { TEMPORARY_TABLES } from '../../../server/ledger/verify-tables.repo.ts';

/** One account has its turn in a pass, so that passes find balances by their changes and not by chance. */
export const FEW_ACCOUNTS = { accounts: 1, pages: 1_000 };

interface Planting {
  /** The passes of a new session. */
  readonly verifier: Verifier;
  /** Changes rows as a transaction does that commits between two passes. */
  run(statements: string): Promise<void>;
}

export interface HeldLedger {
  /** Takes back all that `work` has changed. @param grants that the exchange allows */
  planting<T>(grants: GrantPolicy, work: (planting: Planting) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/**
 * Opens the connection. The passes run inside the transaction of the fault, so tests about concurrent transactions use
 * sessions instead. @param address a database without other writers
 */
export async function holdLedger(address: DatabaseAddress): Promise<HeldLedger> {
  const client = new Client(connectionOptions(address, 'test'));
  await client.connect();
  await prepareForPasses(client);
  const ofPasses = insideTransaction(client);
  return {
    async planting(grants, work) {
      const verifier = new Verifier(ofPasses, ledgerBook(grants), { accounts: FEW_ACCOUNTS });
      await client.query('begin');
      try {
        return await work({
          verifier,
          async run(statements) {
            // A commit checks the deferred constraints.
            await client.query(`${statements}; set constraints all immediate`);
          },
        });
      } finally {
        await client.query('rollback');
      }
    },
    end: () => client.end(),
  };
}

/** The tables that a commit empties. */
const OF_ONE_PASS = [
  ...TEMPORARY_TABLES.matchAll(/create temporary table (\w+)[^;]* on commit delete rows/g),
].map(([, name]) => name);
const emptied = (tables: readonly (string | undefined)[]): string =>
  tables.map((table) => `delete from ${table}`).join(';');
/** Takes back the setting of a full pass, as a commit does. */
const COMMITTED = `release savepoint pass; set local enable_hashagg = on; ${emptied(OF_ONE_PASS)}`;

/**
 * The snapshot of a pass, which has not seen the transaction of the fault. PostgreSQL never counts the own transaction as
 * running, so that it would be seen as soon as a later one ended, for example of the autovacuum.
 */
const SNAPSHOT_BEFORE = "format('%s:%s:', pg_current_xact_id(), pg_current_xact_id())";

/** Statements of a pass as parts of a transaction that was begun before. */
function adapted(text: string): string {
  if (/^begin\b/.test(text)) return 'savepoint pass';
  if (text === 'commit') return COMMITTED;
  if (text === 'rollback') return 'rollback to savepoint pass; release savepoint pass';
  const [, truncated] = /^truncate ([\w, ]+)$/.exec(text) ?? [];
  // A truncation discards the plans.
  if (truncated !== undefined) return emptied(truncated.split(', '));
  // The planted rows are of this transaction, and a pass reads only rows of earlier transactions.
  return text
    .replaceAll('txid_current()', '(txid_current() + 1)')
    .replaceAll('pg_current_snapshot()::text', SNAPSHOT_BEFORE);
}

/** The end of each rule that a pass does not prepare: it counts what all of them find, and names what some of them find. */
const END_OF_RULE = /(?<=\) found|order by fault, row_place);(?=\s*select )/;
const IS_OF_RULES = /\) found$|order by fault, row_place$/;

/** The connection for verifiers, one after the other, whose plans are kept. */
function insideTransaction(client: Client): Client {
  const names = new Map<string, string>();
  /** Two verifiers may give the same name to different statements. */
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `held_${names.size}`;
    names.set(text, name);
    return name;
  };
  const known = new Set<string>();
  /** A statement is prepared when it comes again: only then its plan is worth keeping. */
  const runRule = (text: string) => {
    const isRepeated = known.has(text);
    known.add(text);
    return client.query(isRepeated ? { name: nameOf(text), text } : { text });
  };
  async function query(asked: string | QueryConfig, values: unknown[] = []): Promise<unknown> {
    const config: QueryConfig = typeof asked === 'string' ? { text: asked } : asked;
    if (values.length > 0) config.values = values;
    const text = adapted(config.text);
    if (config.name !== undefined) return client.query({ ...config, text, name: nameOf(text) });
    if (!IS_OF_RULES.test(text)) return client.query({ ...config, text });
    const results: QueryResult[] = [];
    for (const rule of text.split(END_OF_RULE)) results.push(await runRule(rule));
    return results.length === 1 ? results[0] : results;
  }
  return Object.assign(Object.create(client) as Client, { query: query as Client['query'] });
}
