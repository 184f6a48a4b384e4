/**
 * The accounts that a pass compares with their entries: accounts whose rows were written since, accounts with new entries,
 * and the next in turn. Every change of a row by SQL writes the row again, so its `xmin` shows it.
 */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';
import { ADDED_ENTRIES, addedBy, addUp, intoBalances, type Mark } from './verify-rows.repo.ts';
import { sumsOfEntries, WITH_ROW } from './verify-tables.repo.ts';

/** Accounts that a pass compares in turn, whether they were written or not. */
const ACCOUNTS_A_PASS = 2_000;
/** Pages of `ledger_accounts` that a pass searches for written rows: the pages of about a million accounts. */
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
  insert into verify_watched_accounts
  select ${KEY}, available, frozen from ledger_accounts where ${IS_WATCHED}`;
/** Without the accounts of the pass. */
const UNWATCH = `
  delete from verify_watched_accounts watched using verify_accounts account
  where (watched.owner_id, watched.account_type, watched.currency_id)
    = (account.owner_id, account.account_type, account.currency_id)`;
const WATCH = `
  insert into verify_watched_accounts
  select ${KEY}, available, frozen from verify_accounts where ${IS_WATCHED}`;

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

/** Results of reading the new rows of a pass. */
interface Taken {
  /** Number of entries that were added up. */
  readonly entries: number;
  /** Whether a row was deleted, which only a comparison of all accounts finds. */
  readonly wasRowDeleted: boolean;
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

  /** Keeps what the pass has read, after it was committed. */
  keep(): void {
    this.#position = this.#next;
  }

  /** Adds the entries to the sums of the session, and prepares a pass that compares all accounts. @param mark of it */
  async takeAll(mark: Mark, entries: string): Promise<Taken> {
    const count = await addUp(this.#client, entries);
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
    return { entries: count, wasRowDeleted: false };
  }

  /**
   * Adds the copied entries to the sums of the session, and copies the accounts to compare, each with its sums.
   * @param isSmall whether the pass has few entries, movements and trades, so that the plans of others are good enough
   */
  async take(mark: Mark, entries: string, isSmall: boolean): Promise<Taken> {
    const before = ensure(this.#position, 'an earlier pass');
    const [since, began] = before.page === 0 ? [before.began, mark] : [before.since, before.began];
    const pages = await this.#countPages();
    const to = before.page + this.#limits.pages;
    const isEnd = to >= pages;
    const { found, added, count } = await this.#takeWritten(since, entries, {
      from: before.page,
      to: isEnd ? null : to,
      isSmall,
    });
    const compared = await this.#takeOthers(before.compared, isSmall);
    const known = before.known + added;
    const isWhole = before.page === 0 && isEnd;
    const missing = isWhole ? known - found : before.missing;
    const passes = Math.max(1, Math.ceil(pages / this.#limits.pages));
    this.#next = { page: isEnd ? 0 : to, passes, since, began, known, missing, compared };
    return { entries: Number(count), wasRowDeleted: missing > before.missing };
  }

  /**
   * Renews the copy of the accounts that rules read in every pass, when all accounts to compare are known.
   * @param areAll whether the pass compares all accounts. @param isSmall as in `take`
   */
  async watch(areAll: boolean, isSmall: boolean): Promise<void> {
    if (areAll) {
      await this.#client.query(`delete from verify_watched_accounts; ${WATCH_ALL}`);
      return;
    }
    if (!isSmall) {
      await this.#client.query(`${UNWATCH}; ${WATCH}`);
      return;
    }
    await this.#client.query({ name: 'verify_unwatch', text: UNWATCH });
    await this.#client.query({ name: 'verify_watch', text: WATCH });
  }

  async #countPages(): Promise<number> {
    const { rows } = await this.#client.query<{ pages: number }>({
      name: 'verify_account_pages',
      text: `
      select (pg_relation_size('ledger_accounts') / current_setting('block_size')::integer)::integer as pages`,
    });
    return ensure(rows[0], 'the pages of the accounts').pages;
  }

  /**
   * Copies the accounts whose rows were written since the mark, and the accounts of the entries. Sums and rows of thousands of
   * accounts are joined as sets, and each sum is found once: when it is stored. A sum that was there has an `xmax`.
   * @returns the number of all rows of the pages, of new accounts, and of entries
   */
  async #takeWritten(
    { snapshot }: Mark,
    entries: string,
    { from, to, isSmall }: Pages & { readonly isSmall: boolean },
  ): Promise<{ found: number; added: number; count: bigint }> {
    const isOfPages =
      to === null ? `ctid >= '(${from},0)'` : `ctid >= '(${from},0)' and ctid < '(${to},0)'`;
    const isWhole = from === 0 && to === null;
    const text = `
      with searched as materialized (
        select count(*)::integer as found, array_agg(ctid) filter (
          where age(xmin) <= (select age(pg_snapshot_xmin($1::pg_snapshot)::xid))
        ) as written
        from ledger_accounts ${isWhole ? '' : `where ${isOfPages}`}
      ), written as materialized (
        select ${KEY}, available, frozen, true as has_row from ledger_accounts
        where ctid = any(array(select unnest(written) from searched))
      ), ${addedBy(entries)}, stored as (
        ${intoBalances(`
          select ${KEY}, added.available, added.frozen from added full join written using (${KEY})`)}
        returning ${KEY}, available as booked_available, frozen as booked_frozen, balance.xmax = 0 as is_new
      ), compared as materialized (
        select ${KEY}, written.available, written.frozen, booked_available, booked_frozen, is_new, has_row
        from stored full join written using (${KEY})
      ), copied as (
        insert into verify_accounts
        select ${KEY}, available, frozen, booked_available, booked_frozen from compared where has_row
        union all
        select other.owner_id, other.account_type, other.currency_id, account.available, account.frozen,
          booked_available, booked_frozen
        from (select * from compared where has_row is null) other ${WITH_ROW}
      )
      select found, (select count(*)::integer from compared where is_new and has_row) as added,
        ${ADDED_ENTRIES} as count
      from searched`;
    const { rows } = await this.#client.query<{ found: number; added: number; count: bigint }>({
      text,
      values: [snapshot],
      ...(isWhole && isSmall && { name: 'verify_written_accounts' }),
    });
    return ensure(rows[0], 'the number of accounts');
  }

  /**
   * Copies the accounts of trades of the exchange with itself, and the next in turn. @returns the last one of the turn;
   * null at its end
   */
  async #takeOthers(after: Key | null, isSmall: boolean): Promise<Key | null> {
    const isNext =
      after === null
        ? 'true'
        : `(${KEY}) > (${after.owner_id}, ${after.account_type}, ${after.currency_id})`;
    const text = `
      with turn as materialized (
        select ${KEY}, available, frozen from verify_balances where ${isNext} order by ${KEY}
        limit ${this.#limits.accounts}
      ), of_house as (
        select ${KEY} from spot_unposted union select ${KEY} from verify_house except select ${KEY} from turn
      ), copied as (
        insert into verify_accounts
        select other.owner_id, other.account_type, other.currency_id, account.available, account.frozen,
          other.booked_available, other.booked_frozen
        from (
          select each.* from (
            table turn
            union all
            select of_house.*, balance.available, balance.frozen
            from of_house left join lateral ${sumsOfEntries('of_house')} on true
          ) each (${KEY}, booked_available, booked_frozen)
          where not exists (
            select from verify_accounts known
            where (known.owner_id, known.account_type, known.currency_id)
              = (each.owner_id, each.account_type, each.currency_id)
          )
        ) other ${WITH_ROW}
      )
      select count(*) over ()::integer as count, ${KEY} from turn order by ${KEY} desc limit 1`;
    const { rows } = await this.#client.query<Key & { count: number }>({
      text,
      ...(after === null && isSmall && { name: 'verify_next_accounts' }),
    });
    const [last] = rows;
    return last === undefined || last.count < this.#limits.accounts ? null : last;
  }
}
