/**
 * Compares the stored sums of a closed range with its entries. Each account has a secret random weight, and the weighted
 * sums of both sides are compared: a part adds three numbers, however many accounts it has.
 */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';

/** Accounts with another running total that are named of one range. */
const TOTALS_NAMED_MAX = 20;

const IS_NUMBER = /^-?\d+$/;

/** Weighted sums, as text of decimal numbers. */
interface Weighted {
  readonly available: string;
  readonly frozen: string;
  readonly house_posted: string;
}

export class RangeSums {
  /** The writer of false sums does not know the weights, so they have the right weighted sum by a chance of 2^-60. */
  readonly #weight: string;
  #available = 0n;
  #frozen = 0n;
  #housePosted = 0n;
  /** Whether an entry written by hand holds no number. */
  #hasNoNumber = false;

  constructor() {
    const seed = randomBytes(8).readBigInt64LE();
    // A hash of one column cannot be equal for two accounts, as a hash of their sum could.
    this.#weight = `hashint4extended(owner_id, hashint4extended(currency_id,
      hashint4extended(account_type::integer, '${seed}'::bigint)))::numeric`;
  }

  /** Columns of a query over entries. @param housePosted numbers of the movements `spot.house_posted` */
  columns(housePosted: readonly string[]): string {
    const weight = this.#weight;
    return `sum(available_delta * ${weight}) filter (where available_delta <> 0) as available,
      sum(frozen_delta * ${weight}) filter (where frozen_delta <> 0) as frozen,
      sum((available_delta + frozen_delta) * ${weight})
        filter (where number = any('{${housePosted.join()}}'::bigint[])) as house_posted`;
  }

  /** Adds what a query with these columns has found. */
  add({ available, frozen, house_posted }: Record<keyof Weighted, string | null>): void {
    this.#available += this.#numberOf(available);
    this.#frozen += this.#numberOf(frozen);
    this.#housePosted += this.#numberOf(house_posted);
  }

  #numberOf(text: string | null): bigint {
    if (text === null) return 0n;
    if (IS_NUMBER.test(text)) return BigInt(text);
    this.#hasNoNumber = true;
    return 0n;
  }

  /**
   * Compares the sums of all entries with the stored ones. @returns whether they are equal, and the names of accounts
   * whose running total is not their earlier one and the change of the range
   */
  async compare(client: Client, range: number) {
    const { rows } = await client.query<Weighted & { totals: readonly string[] | null }>(`
      with own as materialized (
        select own.*, coalesce(earlier.available_total, 0) as available_before,
          coalesce(earlier.frozen_total, 0) as frozen_before,
          coalesce(earlier.house_posted_total, 0) as house_posted_before
        from ledger_range_sums own left join lateral (
          select available_total, frozen_total, house_posted_total from ledger_range_sums before
          where (before.owner_id, before.account_type, before.currency_id)
            = (own.owner_id, own.account_type, own.currency_id) and before.range_id < own.range_id
          order by before.range_id desc limit 1
        ) earlier on true
        where own.range_id = ${range}
      )
      select coalesce(sum(available * ${this.#weight}), 0)::text as available,
        coalesce(sum(frozen * ${this.#weight}), 0)::text as frozen,
        coalesce(sum((house_posted_total - house_posted_before) * ${this.#weight}), 0)::text as house_posted,
        (select array_agg(text) from (
          select format('range_total_changed: range ${range}, owner_id %s, account_type %s, currency_id %s, '
            || 'available_total %s, available_expected %s, frozen_total %s, frozen_expected %s', owner_id,
            account_type, currency_id, available_total, available_before + available, frozen_total,
            frozen_before + frozen) as text
          from own
          where available_total <> available_before + available or frozen_total <> frozen_before + frozen
          limit ${TOTALS_NAMED_MAX}
        ) named) as totals
      from own`);
    const stored = ensure(rows[0], 'the sums of a range');
    const areEqual =
      stored.available === String(this.#available) &&
      stored.frozen === String(this.#frozen) &&
      stored.house_posted === String(this.#housePosted) &&
      !this.#hasNoNumber;
    return { areEqual, totals: stored.totals ?? [] };
  }
}
