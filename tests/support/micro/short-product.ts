/** Products that last so short a time as no exchange offers, as SQL. */

/** Values in SQL that the product has instead of those of 30 seconds. Amounts are in units. */
export interface OtherTerms {
  /** Its name, by default BTC/USDT. */
  readonly instrument?: string;
  readonly lossPpm?: string;
  readonly stakeMin?: string;
  readonly stakeMax?: string;
  readonly ownerLimit?: string;
  readonly sideLimit?: string;
  readonly skewLimit?: string;
}

/** Adds the product with its first terms, which are otherwise those of 30 seconds; the next start of a server reads it. */
export const shortProductSql = (
  seconds: number,
  {
    instrument = 'BTC/USDT',
    lossPpm = 'loss_ppm',
    stakeMin = 'stake_min',
    stakeMax = 'stake_max',
    ownerLimit = 'owner_limit',
    sideLimit = 'side_limit',
    skewLimit = 'skew_limit',
  }: OtherTerms = {},
): string => `
  with added as (
    insert into micro_products
    select (select max(id) + 1 from micro_products), instrument, spot_market_id, forex_symbol, price_scale, ${seconds},
      profit_ppm, ${lossPpm}, ${stakeMin}, ${stakeMax}, ${ownerLimit}, ${sideLimit}, ${skewLimit}, status, 1
    from micro_products where instrument = '${instrument}' and seconds = 30
    returning *
  ), terms as (
    insert into micro_terms select id, 1, profit_ppm, loss_ppm, stake_min, stake_max, owner_limit, side_limit,
      skew_limit, status, 0 from added
  )
  select id from added`;
