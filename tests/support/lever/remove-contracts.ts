/** Leaves coins of a test server without a contract market, so that operators can open one. */
import type pg from 'pg';

/**
 * Moves the contract markets of these coins, which must have no orders, to pairs that are priced in another coin, where
 * they have no price. The next start reads it.
 */
export async function removeContracts(
  database: pg.Client,
  codes: readonly string[],
): Promise<void> {
  await database.query(
    `with moved as (
       select market.id, row_number() over (order by market.id) as place
       from lever_markets market join spot_markets spot on spot.id = market.spot_market_id
       join currencies base on base.id = spot.base_currency_id where base.code = any($1)
     ), free as (
       select spot.id, row_number() over (order by spot.id) as place
       from spot_markets spot join currencies quote on quote.id = spot.quote_currency_id
       where quote.code <> 'USDT'
         and not exists (select from lever_markets where spot_market_id = spot.id)
     )
     update lever_markets market set spot_market_id = free.id
     from moved join free using (place) where market.id = moved.id`,
    [[...codes]],
  );
}
