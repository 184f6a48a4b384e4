/** Products of BTC that last so short a time as no exchange offers, as SQL. */

/** Adds the product with its first terms, which are those of 30 seconds; the next start of a server reads it. */
export const shortProductSql = (seconds: number): string => `
  with added as (
    insert into micro_products
    select (select max(id) + 1 from micro_products), instrument, spot_market_id, forex_symbol, price_scale, ${seconds},
      profit_ppm, loss_ppm, stake_min, stake_max, owner_limit, side_limit, skew_limit, status, 1
    from micro_products where instrument = 'BTC/USDT' and seconds = 30
    returning *
  ), terms as (
    insert into micro_terms select id, 1, profit_ppm, loss_ppm, stake_min, stake_max, owner_limit, side_limit,
      skew_limit, status, 0 from added
  )
  select id from added`;
