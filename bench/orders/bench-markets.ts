/** The markets of a load of orders. */
import type { TestServer } from '../../tests/support/servers/test-server.ts';
import type { BenchMarket } from './client.ts';

const MARKETS = ['BTC', 'ETH', 'SOL', 'XRP'];

export async function chooseMarkets(server: TestServer): Promise<BenchMarket[]> {
  const answer = await server.call('listCurrencyMatches', {});
  const groups = answer.data ?? [];
  return groups
    .flatMap(({ matches }) => matches)
    .filter(
      (match) => match.quote_currency_code === 'USDT' && MARKETS.includes(match.base_currency_code),
    )
    .map((match) => ({
      id: match.id,
      price: Number(match.currency_quotation.close),
      priceScale: match.price_scale,
      // A size worth about ten times the smallest order.
      unit: Number((10 / Number(match.currency_quotation.close)).toPrecision(1)),
      quantityScale: match.quantity_scale,
    }));
}
