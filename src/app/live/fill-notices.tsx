import { loadNamespaces, t } from 'i18next';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { waitFor } from 'xstate';
import type { MarketGroup } from '../../../contract/schemas/market.ts';
import type { Order } from '../../../contract/schemas/spot.ts';
import { useFormat } from '../../format/use-format.ts';
import { showToast } from '../../ui/toast.ts';
import { useFills } from '../hooks/use-fills.ts';
import type { QueryCache } from '../query-cache.ts';
import { useRuntime } from '../runtime-context.ts';

/** Where fills are on screen anyway: the ticket with its open orders, and the order itself. */
const isOnScreen = ({ pathname, search }: Location, order: Order): boolean =>
  pathname === '/trade' ||
  (pathname === '/trade-detail' && new URLSearchParams(search).get('id') === order.id);

/** Says when an own order is executed while another screen shows. Renders nothing; mounted once. */
export function FillNotices() {
  const { queries } = useRuntime();
  const location = useLocation();
  const navigate = useNavigate();
  const format = useFormat();

  async function announce(order: Order): Promise<void> {
    const [match] = await Promise.all([findMatch(queries, order), loadNamespaces('trade')]);
    if (match === undefined) return;
    const { base_currency_code: currency, quote_currency_code: quote } = match;
    const stage = order.state === 'executed' ? 'executed' : 'partlyExecuted';
    const quantity = format.exact(order.executed_quantity);
    const values = { quantity, currency, pair: `${currency}/${quote}` };
    showToast(t(`trade:notice.${stage}.${order.side}`, values), 'success', {
      id: `fill ${order.id}`,
      action: {
        label: t('trade:outcome.details'),
        onPress: () => void navigate(`/trade-detail?id=${order.id}`),
      },
    });
  }

  useFills((order) => {
    if (!isOnScreen(location, order)) void announce(order);
  });
  return null;
}

/** The market of `order`, once the list of markets is there; undefined when it does not come. */
async function findMatch(queries: QueryCache, order: Order) {
  const { context } = await waitFor(
    queries.get('listCurrencyMatches', {}),
    (snapshot) => snapshot.context.isKnown || !snapshot.hasTag('busy'),
  );
  const groups = (context.data ?? []) as readonly MarketGroup[];
  return groups.flatMap(({ matches }) => matches).find(({ id }) => id === order.currency_match_id);
}
