/**
 * The rules that the books keep, each as one statement that returns the rows which break it. A pass
 * runs them over everything, or over what came after an earlier pass: `Scope` says which.
 */

/** Relations and marks that a rule reads; text of SQL made by `verify-session.repo.ts`, never by a caller. */
export interface Scope {
  /** Entries to be looked at. */
  readonly entries: string;
  /** Every movement above these numbers, by journal. */
  readonly afterGeneral: bigint;
  readonly afterSpot: bigint;
  /** Every deal above this id. */
  readonly afterDeal: bigint;
}

export interface VerifierRule {
  /** Named after what is wrong; first word of a fault. */
  readonly name: string;
  /** Its rows say what and where; none when the rule holds. */
  faults(scope: Scope): string;
}

const movements = ({ afterGeneral, afterSpot }: Scope): string => `(
  select * from ledger_movements where journal = 1 and number > ${afterGeneral}
  union all select * from ledger_movements where journal = 2 and number > ${afterSpot}
  union all select * from ledger_movements where journal not in (1, 2)
)`;

/** Each side of the deals that concern the orders of deals after the mark. */
const fillsOf = ({ afterDeal }: Scope): string => {
  const concerns = (column: string): string =>
    afterDeal === 0n
      ? ''
      : `where ${column} in (
          select taker_order_id from spot_deals where id > ${afterDeal}
          union select maker_order_id from spot_deals where id > ${afterDeal})`;
  return `(
    select taker_order_id as order_id, quantity_lots, price_ticks, taker_fee as fee
    from spot_deals ${concerns('taker_order_id')}
    union all
    select maker_order_id, quantity_lots, price_ticks, maker_fee
    from spot_deals ${concerns('maker_order_id')}
  )`;
};

export const VERIFIER_RULES: readonly VerifierRule[] = [
  {
    name: 'currency_not_zero',
    faults: () => `
      select currency_id, sum(available + frozen) as sum
      from ledger_accounts group by currency_id having sum(available + frozen) <> 0`,
  },
  {
    name: 'balance_negative',
    // Custody (100) owes what everybody has.
    faults: () => `
      select owner_id, account_type, currency_id, available, frozen
      from ledger_accounts
      where account_type <> 100 and (available < 0 or frozen < 0)`,
  },
  {
    name: 'balance_not_sum_of_entries',
    faults: () => `
      select owner_id, account_type, currency_id,
        account.available, entry.available as available_of_entries,
        account.frozen, entry.frozen as frozen_of_entries
      from ledger_accounts account
      full join verify_balances entry using (owner_id, account_type, currency_id)
      where coalesce(account.available, 0) <> coalesce(entry.available, 0)
        or coalesce(account.frozen, 0) <> coalesce(entry.frozen, 0)`,
  },
  {
    name: 'movement_not_balanced',
    faults: ({ entries }) => `
      select journal, number, currency_id, sum(available_delta + frozen_delta) as sum
      from ${entries} entry group by journal, number, currency_id
      having sum(available_delta + frozen_delta) <> 0`,
  },
  {
    name: 'movement_without_entries',
    faults: (scope) => `
      select journal, number, recipe, cause_id from ${movements(scope)} movement
      where not exists (
        select from ${scope.entries} entry
        where entry.journal = movement.journal and entry.number = movement.number)`,
  },
  {
    name: 'entry_without_movement',
    faults: ({ entries }) => `
      select journal, number, owner_id, account_type, currency_id, available_delta, frozen_delta
      from ${entries} entry
      where not exists (
        select from ledger_movements movement
        where movement.journal = entry.journal and movement.number = entry.number)`,
  },
  {
    name: 'spot_journal_gap',
    faults: ({ afterSpot }) => `
      select before + 1 as first_missing, number - 1 as last_missing
      from (
        select number, lag(number, 1, ${afterSpot}::bigint) over (order by number) as before
        from ledger_movements where journal = 2 and number > ${afterSpot}
      ) numbers
      where number <> before + 1`,
  },
  {
    name: 'frozen_not_reserved',
    faults: () => `
      select owner_id, currency_id, account.frozen, orders.reserved
      from (
        select owner_id, currency_id, frozen from ledger_accounts where account_type = 1
      ) account
      full join (
        select owner_id, sum(reserved) as reserved,
          case side when 'buy' then quote_currency_id else base_currency_id end as currency_id
        from spot_orders
        left join spot_markets market on market.id = market_id
        where state = 'paid'
        group by owner_id, 3
      ) orders using (owner_id, currency_id)
      where coalesce(account.frozen, 0) <> coalesce(orders.reserved, 0)`,
  },
  {
    name: 'order_not_sum_of_deals',
    faults: (scope) => `
      select o.id as order_id,
        o.executed_lots, coalesce(fills.lots, 0) as lots_of_deals,
        o.executed_amount,
        coalesce(fills.tick_lots, 0) * trunc(10::numeric
          ^ (quote.scale - market.price_scale - market.quantity_scale)) as amount_of_deals,
        o.fee, coalesce(fills.fee, 0) as fee_of_deals
      from spot_orders o
      ${scope.afterDeal === 0n ? 'left' : ''} join (
        select order_id, sum(quantity_lots) as lots,
          sum(price_ticks::numeric * quantity_lots) as tick_lots, sum(fee) as fee
        from ${fillsOf(scope)} fill group by order_id
      ) fills on fills.order_id = o.id
      left join spot_markets market on market.id = o.market_id
      left join currencies quote on quote.id = market.quote_currency_id
      where o.executed_lots <> coalesce(fills.lots, 0)
        or o.fee <> coalesce(fills.fee, 0)
        or o.executed_amount is distinct from coalesce(fills.tick_lots, 0) * trunc(10::numeric
          ^ (quote.scale - market.price_scale - market.quantity_scale))`,
  },
  {
    name: 'deal_without_order',
    faults: ({ afterDeal }) => `
      select deal.id as deal_id, taker_order_id, maker_order_id
      from spot_deals deal
      left join spot_orders taker on taker.id = taker_order_id
        and taker.owner_id = taker_owner_id and taker.market_id = deal.market_id
        and taker.side = taker_side
      left join spot_orders maker on maker.id = maker_order_id
        and maker.owner_id = maker_owner_id and maker.market_id = deal.market_id
        and maker.side <> taker_side
      where deal.id > ${afterDeal} and (taker.id is null or maker.id is null)`,
  },
];
