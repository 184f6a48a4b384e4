/**
 * Statistics of the copied rows, which PostgreSQL needs to plan the rules. Collecting them costs as much as
 * several rules, so they are kept while passes read the same kinds of rows in the same numbers.
 */
import type { Client } from 'pg';
import { ensure } from '../../contract/assert.ts';

/** Growth that makes statistics and plans too old: of a recipe or of the tables, as a multiple of the earlier number. */
const GROWTH_MAX = 4;
/** Any plan is good enough for so few movements of a recipe. */
const FEW_MOVEMENTS = 64;

export class RowStatistics {
  readonly #client: Client;
  /** Movements by recipe, as the statistics have them. */
  #counts: ReadonlyMap<string, number> = new Map();
  /** The size of the tables that the plans were made for. */
  #bytes: number | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Collects the statistics again if these movements differ. @param counts movements by recipe */
  async renew(counts: ReadonlyMap<string, number>): Promise<void> {
    const isOld = [...counts].some(
      ([recipe, count]) =>
        count > GROWTH_MAX * Math.max(this.#counts.get(recipe) ?? 0, FEW_MOVEMENTS),
    );
    if (!isOld) return;
    await this.#client.query('analyze verify_entries; analyze verify_movements');
    this.#counts = counts;
  }

  /** Forgets the plans of the session when the tables have grown much since. The statistics of the tables may be late. */
  async forgetOldPlans(): Promise<void> {
    const { rows } = await this.#client.query<{ bytes: string }>({
      name: 'verify_bytes',
      text: `
      select (pg_relation_size('ledger_movements') + pg_relation_size('spot_deals')
        + pg_relation_size('ledger_accounts'))::text as bytes`,
    });
    const bytes = Number(ensure(rows[0], 'the size of the tables').bytes);
    if (bytes > GROWTH_MAX * (this.#bytes ?? Infinity)) await this.#client.query('discard plans');
    else if (this.#bytes !== undefined) return;
    this.#bytes = bytes;
  }
}

/** Any plan is good enough for so few rows of a pass. */
const FEW_ROWS = 256;
export const areFew = (rows: number): boolean => rows <= FEW_ROWS;

/**
 * The size of a pass: its plans are good for the other passes of this size, because none has four times the rows of another, or all have few.
 * @param counts movements by recipe
 */
export function sizeOf(entries: number, counts: ReadonlyMap<string, number>): number {
  const movements = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const rows = Math.max(FEW_ROWS, entries, movements);
  return Math.ceil(Math.log(rows / FEW_ROWS) / Math.log(GROWTH_MAX));
}

/** The number of movements by recipe. @param movements a relation of movements */
export async function countRecipes(
  client: Client,
  movements: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ recipe: string; count: number }>({
    name: `verify_recipes_of_${movements}`,
    text: `select recipe, count(*)::integer as count from ${movements} movement group by recipe`,
  });
  return new Map(rows.map(({ recipe, count }) => [recipe, count]));
}
