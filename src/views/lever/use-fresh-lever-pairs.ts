/** The hook of the contract markets for screens that stay open: their terms, states and announced ends reload. */
import { SECOND_MS } from '../../../contract/time.ts';
import { useLeverPairs, type LeverPairsView } from '../parts/lever/use-lever-pairs.ts';
import { useRefreshEvery } from '../parts/use-refresh-every.ts';

const MARKETS_EVERY_MS = 15 * SECOND_MS;

/** Reloads the markets while the page is visible. */
export function useFreshLeverPairs(): LeverPairsView {
  const view = useLeverPairs();
  useRefreshEvery(view.retry, MARKETS_EVERY_MS);
  return view;
}
