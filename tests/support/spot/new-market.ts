/** The trading pair of a token as an operator adds it. */

/** @param ids of the token and of its quote currency, at half of which it opens. */
export const newMarket = ({ token, pay }: { readonly token: string; readonly pay: string }) => ({
  base_currency_id: token,
  quote_currency_id: pay,
  price_scale: '4',
  quantity_scale: '2',
  min_notional: '1',
  price_band_ppm: '200000',
  maker_fee_ppm: '1000',
  taker_fee_ppm: '2000',
  opening_price: '0.5',
});
