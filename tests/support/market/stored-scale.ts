/** A market from before prices had at most eight decimals. */
import type pg from 'pg';

/** Stores that prices of the coin in USDT have `priceScale` decimals; the next start reads it. */
export async function storeScale(
  database: pg.Client,
  code: string,
  priceScale: number,
): Promise<void> {
  const { rowCount } = await database.query(
    `update spot_markets market set price_scale = $2 from currencies base, currencies quote
     where base.id = base_currency_id and quote.id = quote_currency_id and quote.code = 'USDT' and base.code = $1`,
    [code, priceScale],
  );
  if (rowCount !== 1) throw new Error(`no market of ${code}`);
}
