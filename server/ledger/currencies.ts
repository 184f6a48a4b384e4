/** The currencies of the ledger, read from their table, which each start updates from the catalog. */
import type { Database } from '../kit/db/database.ts';
import { StartupError } from '../kit/process/startup-error.ts';
import { findCurrencies, insertMissingCurrencies } from './currencies.repo.ts';
import type { Currency } from './currencies.repo.ts';

/**
 * Decimals of every currency of the catalog, so that price × quantity is always a whole number of
 * units.
 */
const CATALOG_SCALE = 18;

export interface Currencies {
  /** All currencies in the order of ids. */
  readonly all: readonly Currency[];
  byId(id: number): Currency | undefined;
  byCode(code: string): Currency | undefined;
}

/**
 * Inserts the missing currencies of `catalog`; each id is the position, from 1.
 * @throws StartupError when a stored one has another code or scale, because its amounts would
 *   change their meaning.
 */
export async function syncCurrencies(
  database: Database,
  catalog: readonly { readonly code: string; readonly name: string }[],
): Promise<Currencies> {
  const wanted = catalog.map(({ code, name }, index) => ({
    id: index + 1,
    code,
    name,
    scale: CATALOG_SCALE,
  }));
  await insertMissingCurrencies(database, wanted);
  const stored = indexed(await findCurrencies(database));
  for (const { id, code, scale } of wanted) {
    const found = stored.byId(id);
    if (found?.code === code && found.scale === scale) continue;
    throw new StartupError(
      `The database keeps currency ${id} as ${found?.code ?? 'nothing'} with ` +
        `${found?.scale ?? 'no'} decimals, this version as ${code} with ${scale}: amounts would change ` +
        'their meaning. Use the version that wrote it, or another DATA_DIR or DATABASE_URL.',
    );
  }
  return stored;
}

function indexed(all: readonly Currency[]): Currencies {
  const byId = new Map(all.map((currency) => [currency.id, currency]));
  const byCode = new Map(all.map((currency) => [currency.code, currency]));
  return { all, byId: (id) => byId.get(id), byCode: (code) => byCode.get(code) };
}
