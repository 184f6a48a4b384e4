/** Statements on contract markets and their terms. */
import { asc, getTableColumns } from 'drizzle-orm';
import { ensure } from '../../../contract/assert.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { LEVER_TERM_COLUMNS } from '../../kit/db/changing-columns.ts';
import type { Executor, Transaction } from '../../kit/db/database.ts';
import { leverMarkets, leverTerms } from '../../kit/db/schema/lever.ts';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import type { WriterConnection } from '../../ledger/writer/writer-connection.repo.ts';
import type { LeverMarketRules } from './lever-exchange.types.ts';
import { marketRowOf, marketRulesOf } from './lever-order-rows.ts';

/** Returns all stored markets by id. */
export async function findLeverMarkets(database: Executor): Promise<readonly LeverMarketRules[]> {
  const rows = await database.select().from(leverMarkets).orderBy(asc(leverMarkets.id));
  return rows.map(marketRulesOf);
}

/** Adds markets with their first terms, before the dealing writer starts. */
export async function insertLeverMarkets(
  tx: Transaction,
  markets: readonly LeverMarketRules[],
  now: EpochMs,
): Promise<void> {
  const rows = markets.map(marketRowOf);
  await tx.insert(leverMarkets).values(rows);
  await tx
    .insert(leverTerms)
    .values(rows.map(({ id, ...terms }) => ({ ...terms, marketId: id, atMs: now })));
}

const TERMS = [...LEVER_TERM_COLUMNS, 'status', 'ends_at_ms'];
const CHANGING = [...TERMS, 'revision'];

/**
 * Stores the market `$3` with its terms at the time `$4`, if the writer `$1` still has the epoch `$2`. Constant fields of a market stay as they are, and so does a version of the terms that is stored already. Each owner of an open
 * order gets the messages `$5`.
 */
const STORE_MARKET = `
  with fence as (
    select from spot_writers where name = $1 and epoch = $2 for update
  ), stored as (
    insert into lever_markets
    select market.* from fence, jsonb_populate_record(null::lever_markets, $3::jsonb) as market
    on conflict (id) do update
    set (${CHANGING.join(', ')}) = row (${CHANGING.map((name) => `excluded.${name}`).join(', ')})
    returning *
  ), versions as (
    insert into lever_terms (market_id, revision, ${TERMS.join(', ')}, at_ms)
    select id, revision, ${TERMS.join(', ')}, $4::bigint from stored
    on conflict (market_id, revision) do nothing
  ), holders as (
    select distinct lever_order.owner_id from lever_orders lever_order, stored
    where lever_order.market_id = stored.id
      and lever_order.state in ('pending', 'in_trading', 'closing')
      and jsonb_array_length($5::jsonb) > 0
  ), notified as (
    insert into outbox (topic, payload, created_at_ms, due_at_ms)
    select draft.topic, draft.payload || jsonb_build_object('userId', holders.owner_id),
      $4::bigint, $4::bigint
    from holders, jsonb_to_recordset($5::jsonb) as draft (topic text, payload jsonb)
  )
  select from stored`;

/** @returns false when another writer has taken over. */
export async function storeLeverMarket(
  connection: Pick<WriterConnection, 'changeInTurn'>,
  {
    rules,
    now,
    toHolders,
  }: {
    readonly rules: LeverMarketRules;
    readonly now: EpochMs;
    readonly toHolders: readonly OutboxDraft[];
  },
): Promise<boolean> {
  const values = [marketText(rules), now, JSON.stringify(toHolders)];
  const stored = await connection.changeInTurn(STORE_MARKET, values);
  return stored === 1;
}

/** Returns the market as JSON with the names of its columns; amounts as text. */
function marketText(rules: LeverMarketRules): string {
  const columns = getTableColumns(leverMarkets);
  const named = Object.entries(marketRowOf(rules)).map(([field, value]) => [
    ensure(columns[field as keyof typeof columns], `column ${field}`).name,
    typeof value === 'bigint' ? String(value) : value,
  ]);
  return JSON.stringify(Object.fromEntries(named));
}
