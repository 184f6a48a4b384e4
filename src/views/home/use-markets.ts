import type { CurrencyMatch } from '../../../contract/schemas/market.ts';
import { useQuery } from '../../app/hooks/use-query.ts';

/** Every market of every group, the most popular first, with the state of the call. */
export function useMarkets() {
  const groups = useQuery('listCurrencyMatches', {});
  const markets: readonly CurrencyMatch[] =
    groups.data
      ?.flatMap((group) => group.matches)
      .toSorted((a, b) => a.popularity_rank - b.popularity_rank) ?? [];
  return { status: groups.status, error: groups.error, retry: groups.retry, markets };
}

/** Address of a market's chart (SPEC 2: query id and symbol). */
export function chartPath(market: CurrencyMatch): string {
  const symbol = `${market.base_currency_code}/${market.quote_currency_code}`;
  return `/coinKline?${new URLSearchParams({ id: String(market.id), symbol }).toString()}`;
}
