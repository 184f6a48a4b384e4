/** The rules of the ledger's verifier on the index log: each signed minute follows the one before it, and has its lines. */
import { FIRST_HEAD } from '../../../../contract/figures/index-chain.ts';
import { INDEX_GRID_MS } from '../../../../contract/figures/index-record.ts';
import { HOUR_MS } from '../../../../contract/time.ts';
import type { LedgerBookPart } from '../../../ledger/ledger-book.types.ts';

/** The last hour of each instrument, found by the order of the key. */
const RECENT = `(
  with recursive named as (
    (select instrument from index_minutes order by instrument limit 1)
    union all
    select (
      select later.instrument from index_minutes later
      where later.instrument > named.instrument order by later.instrument limit 1
    ) from named where named.instrument is not null
  )
  select recent.* from named cross join lateral (
    select * from index_minutes where instrument = named.instrument
    order by minute_ms desc, segment desc limit 60
  ) recent
)`;

/**
 * Minutes have the head that they follow, and rise in time. Inside a segment no point of the grid is missing. The
 * content of the lines is checked outside of the database, by `npm run verify:index`.
 */
const brokenLinks = (minutes: string, ofFirst: string): string => `
  select 'index_chain_broken' as fault, instrument, minute_ms, segment
  from (
    select instrument, minute_ms, segment, first_ms, head_before, lag(head) over chain as last_head,
      lag(last_ms) over chain as before_ms, lag(segment) over chain as last_segment
    from ${minutes} minute
    window chain as (partition by instrument order by minute_ms, segment)
  ) link
  where case
    when last_head is null then ${ofFirst}
    else head_before <> last_head or first_ms <= before_ms or segment < last_segment
      or (segment = last_segment and first_ms <> before_ms + ${INDEX_GRID_MS})
  end`;

function indexChainBroken(): string {
  return brokenLinks(RECENT, 'false');
}

/** All minutes, from the first one of each instrument. */
function indexChainBrokenBefore(): string {
  return brokenLinks('index_minutes', `head_before <> decode('${FIRST_HEAD}', 'hex')`);
}

/** A trigger keeps the lines of a day before the last signed minute. */
const KEPT_MS = 12 * HOUR_MS;

/** Open fast contracts are settled by the lines of signed minutes after a start. Each row is found by its key. */
function indexLinesMissing(): string {
  return `
  select 'index_lines_missing' as fault, instrument, minute_ms, segment
  from ${RECENT} minute
  where minute_ms > (select minute_ms from index_minutes order by segment desc, minute_ms desc limit 1) - ${KEPT_MS}
    and not exists (
      select from index_bodies body
      where (body.instrument, body.minute_ms, body.segment) = (minute.instrument, minute.minute_ms, minute.segment)
      offset 0
    )`;
}

/** Registration of the index log with the verifier of the ledger. */
export const PRICE_INDEX_BOOK: LedgerBookPart = {
  recipes: [],
  holds: [],
  rules: [
    indexChainBroken,
    indexLinesMissing,
    Object.assign(indexChainBrokenBefore, { isOfAllRecords: true as const }),
  ],
  records: [],
};
