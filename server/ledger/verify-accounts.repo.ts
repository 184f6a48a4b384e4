/**
 * The accounts that a pass compares with their entries: those whose rows were written since, those with new entries,
 * and the next in turn. Every change of a row by SQL writes the row again, so its `xmin` shows it.
 */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import type { Mark } from './verify-rows.repo.ts';
import { SUMS_OF_ENTRIES, WITH_ROW } from './verify-tables.repo.ts';

/** Accounts that a pass compares in turn, whether they were written or not. */
const ACCOUNTS_A_PASS = 2_000;
/** Pages of `ledger_accounts` that a pass searches for written rows: those of about a million accounts. */
const PAGES_A_PASS = 16_384;

/** How much a pass reads of the accounts; tests read less. */
export interface AccountLimits {
  readonly accounts: number;
  readonly pages: number;
}
const LIMITS: AccountLimits = { accounts: ACCOUNTS_A_PASS, pages: PAGES_A_PASS };

const KEY = 'owner_id, account_type, currency_id';
/** Condition on the accounts that rules read in every pass. */
const IS_WATCHED = '(frozen <> 0 or (account_type >= 100 and available <> 0))';

const WATCH_ALL = `
  insert into verify_watched_accounts select * from ledger_accounts where ${IS_WATCHED}`;

interface Key {
  readonly owner_id: number;
  readonly account_type: number;
  readonly currency_id: number;
}

/** Progress of a session over the accounts, between two passes. */
interface Position {
  /** The next page to search; 0 when a turn begins. */
  readonly page: number;
  /** Passes of one turn over all pages. */
  readonly passes: number;
  /** Rows that were written since this mark are searched in this turn. */
  readonly since: Mark;
  /** The first pass of this turn; the next turn searches rows that were written since. */
  readonly began: Mark;
  /** Accounts with entries or a row, and how many of them had no row. */
  readonly known: number;
  readonly missing: number;
  /** The last account that was compared in turn; null when a turn begins. */
  readonly compared: Key | null;
}

/** Some pages of the table. */
interface Pages {
  readonly from: number;
  /** The page after the last one; null: to the end. */
  readonly to: number | null;
}

export class AccountTurns {
  readonly #client: Client;
  readonly #limits: AccountLimits;
  #position: Position | undefined;
  #next: Position | undefined;

  constructor(client: Client, limits = LIMITS) {
    this.#client = client;
    this.#limits = limits;
  }

  /** Passes within which each changed balance is found. */
  get passes(): number {
    return this.#position?.passes ?? 1;
  }

  /** Accounts with entries or a row; undefined before the first pass. */
  get known(): number | undefined {
    return this.#position?.known;
  }

  /** Keeps what the pass has read, after it was committed. */
  keep(): void {
    this.#position = this.#next;
  }

  /** Prepares a pass that compares all accounts. @param mark of the pass */
  async takeAll(mark: Mark): Promise<void> {
    await this.#client.query(`
      ${WATCH_ALL};
      insert into verify_balances
      select ${KEY}, null, null from (
        select ${KEY} from ledger_accounts except select ${KEY} from verify_balances
      ) without_entries`);
    const { rows } = await this.#client.query<{ known: number; found: number }>(`
      select (select count(*)::integer from verify_balances) as known,
        (select count(*)::integer from ledger_accounts) as found`);
    const { known, found } = ensure(rows[0], 'the number of accounts');
    const missing = known - found;
    const compared = null;
    this.#next = { page: 0, passes: 1, since: mark, began: mark, known, missing, compared };
  }

  /**
   * Copies the accounts to compare, but for those of new entries, which `addUp` adds. @returns whether a row was
   * deleted, which only a comparison of all accounts finds
   */
  async take(mark: Mark): Promise<boolean> {
    const before = ensure(this.#position, 'an earlier pass');
    const [since, began] = before.page === 0 ? [before.began, mark] : [before.since, before.began];
    const pages = await this.#countPages();
    const to = before.page + this.#limits.pages;
    const isEnd = to >= pages;
    const { found, added } = await this.#takeWritten(since, {
      from: before.page,
      to: isEnd ? null : to,
    });
    const compared = await this.#takeOthers(before.compared);
    const known = before.known + added;
    const isWhole = before.page === 0 && isEnd;
    const missing = isWhole ? known - found : before.missing;
    const passes = Math.max(1, Math.ceil(pages / this.#limits.pages));
    this.#next = { page: isEnd ? 0 : to, passes, since, began, known, missing, compared };
    return missing > before.missing;
  }

  /**
   * Renews the copy of the accounts that rules read in every pass, when all accounts to compare are known.
   * @param areAll whether the pass compares all accounts
   */
  async watch(areAll: boolean): Promise<void> {
    await this.#client.query(
      areAll
        ? `delete from verify_watched_accounts; ${WATCH_ALL}`
        : `
      delete from verify_watched_accounts watched using verify_accounts account
      where (watched.owner_id, watched.account_type, watched.currency_id)
        = (account.owner_id, account.account_type, account.currency_id);
      insert into verify_watched_accounts select * from verify_accounts where ${IS_WATCHED}`,
    );
  }

  async #countPages(): Promise<number> {
    const { rows } = await this.#client.query<{ pages: number }>(`
      select (pg_relation_size('ledger_accounts') / current_setting('block_size')::integer)::integer as pages`);
    return ensure(rows[0], 'the pages of the accounts').pages;
  }

  /** Copies rows that were written since the mark. @returns the number of all rows of the pages, and of new accounts */
  async #takeWritten(
    { snapshot }: Mark,
    { from, to }: Pages,
  ): Promise<{ found: number; added: number }> {
    const isOfPages =
      to === null ? `ctid >= '(${from},0)'` : `ctid >= '(${from},0)' and ctid < '(${to},0)'`;
    const { rows } = await this.#client.query<{ found: number }>(`
      with searched as materialized (
        select count(*)::integer as found, array_agg(ctid) filter (
          where age(xmin) <= (select age(pg_snapshot_xmin('${snapshot}'::pg_snapshot)::xid))
        ) as written
        from ledger_accounts ${from === 0 && to === null ? '' : `where ${isOfPages}`}
      ), copied as (
        insert into verify_accounts select * from ledger_accounts
        where ctid = any(array(select unnest(written) from searched))
      )
      select found from searched`);
    const { rowCount } = await this.#client.query(
      `insert into verify_balances
       select ${KEY}, null, null from verify_accounts account
       where not exists (select from ${SUMS_OF_ENTRIES})`,
    );
    return { found: ensure(rows[0], 'the number of accounts').found, added: rowCount ?? 0 };
  }

  /**
   * Copies the accounts of trades of the exchange with itself, and the next in turn. @returns the last one of the turn;
   * null at its end
   */
  async #takeOthers(after: Key | null): Promise<Key | null> {
    const isNext =
      after === null
        ? 'true'
        : `(${KEY}) > (${after.owner_id}, ${after.account_type}, ${after.currency_id})`;
    const { rows } = await this.#client.query<Key & { count: number }>(`
      with turn as materialized (
        select ${KEY} from verify_balances where ${isNext} order by ${KEY} limit ${this.#limits.accounts}
      ), copied as (
        insert into verify_accounts
        select ${KEY}, account.available, account.frozen from (
          (table turn union select ${KEY} from spot_unposted union select ${KEY} from verify_house)
          except select ${KEY} from verify_accounts
        ) other ${WITH_ROW}
      )
      select count(*) over ()::integer as count, ${KEY} from turn order by ${KEY} desc limit 1`);
    const [last] = rows;
    return last === undefined || last.count < this.#limits.accounts ? null : last;
  }
}
