/** Shows a toast for each executed own order while another screen shows. */
import { t } from 'i18next';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { waitFor } from 'xstate';
import type { MarketGroup } from '../../../contract/market/market.ts';
import type { Order } from '../../../contract/spot/spot.ts';
import { useFormat } from '../../format/use-format.ts';
import { loadWords } from '../../i18n/load-words.ts';
import { showToast } from '../../ui/toast.ts';
import { useFills } from './use-fills.ts';
import { lastTraded } from './use-last-traded.ts';
import type { KeyValueStore } from '../core/key-value-store.ts';
import type { QueryCache } from '../core/query-cache.ts';
import { useRuntime } from '../core/runtime-context.ts';

/**
 * Returns whether a fill is on screen already: the order itself, the history, and the ticket of the
 * order's market with its open orders.
 */
function isOnScreen({ pathname, search }: Location, order: Order, store: KeyValueStore): boolean {
  const address = new URLSearchParams(search);
  if (pathname === '/trade-detail') return address.get('id') === order.id;
  if (pathname !== '/trade') return false;
  if (address.get('view') === 'history') return true;
  // Without a market in its address, the ticket shows the market that was last open.
  return Number(address.get('id') ?? lastTraded(store)) === order.currency_match_id;
}

/**
 * Shows a toast when an order of the user is executed while another screen is open. Renders
 * nothing; mounted once.
 */
export function FillNotices() {
  const { queries, store } = useRuntime();
  const location = useLocation();
  const navigate = useNavigate();
  const format = useFormat();

  async function announce(order: Order): Promise<void> {
    const [match] = await Promise.all([findMatch(queries, order), loadWords('spot')]);
    if (match === undefined) return;
    const { base_currency_code: currency, quote_currency_code: quote } = match;
    const stage = order.state === 'executed' ? 'executed' : 'partlyExecuted';
    const quantity = format.amount(order.executed_quantity);
    const values = { quantity, currency, pair: `${currency}/${quote}` };
    showToast(t(`spot:notice.${stage}.${order.side}`, values), 'success', {
      id: `fill ${order.id}`,
      action: {
        label: t('spot:outcome.details'),
        onPress: () => void navigate(`/trade-detail?id=${order.id}`),
      },
    });
  }

  useFills((order) => {
    if (!isOnScreen(location, order, store)) void announce(order);
  });
  return null;
}

/**
 * Returns the market of `order` when the list of markets is loaded; undefined if it does not load.
 */
async function findMatch(queries: QueryCache, order: Order) {
  const { context } = await waitFor(
    queries.get('listCurrencyMatches', {}),
    (snapshot) => snapshot.context.isKnown || !snapshot.hasTag('busy'),
  );
  const groups = (context.data ?? []) as readonly MarketGroup[];
  return groups.flatMap(({ matches }) => matches).find(({ id }) => id === order.currency_match_id);
}
