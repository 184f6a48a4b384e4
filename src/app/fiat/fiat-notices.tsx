/** Shows toasts about own fiat orders and messages on other screens. */
import { t } from 'i18next';
import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FiatMessage, FiatOrder } from '../../../contract/fiat/fiat-order.ts';
import { loadWords } from '../../i18n/load-words.ts';
import { showToast } from '../../ui/toast.ts';
import { useQuery } from '../core/hooks/use-query.ts';
import { useReloadAfterMissedNews, useUserNews } from '../core/hooks/use-user-news.ts';
import { useRuntime } from '../core/runtime-context.ts';

const QUIET = { telling: 'nobody' } as const;
const OPEN = { state: 'open' } as const;

// If its script does not load, the page works without the count.
const WaitingOrderKeeper = lazy(() =>
  import('./waiting-order-keeper.tsx').then(
    (script) => ({ default: script.WaitingOrderKeeper }),
    () => ({ default: () => null }),
  ),
);

/**
 * Shows toasts about the user's fiat orders and messages on other screens, and counts the orders
 * that wait for the user. Renders nothing; mounted once.
 */
export function FiatNotices() {
  const { api } = useRuntime();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const notified = useRef(new Map<string, number>());
  const isOnScreen = (id: string) =>
    pathname === '/fiat-order' && new URLSearchParams(search).get('id') === id;

  async function say(id: string, text: () => string): Promise<void> {
    await loadWords('fiat');
    showToast(text(), 'plain', {
      id: `fiat ${id}`,
      action: {
        label: t('fiat:notice.open'),
        onPress: () => void navigate(`/fiat-order?id=${id}`),
      },
    });
  }

  async function announce({ id, shop_id: shopId, state, role }: FiatOrder): Promise<void> {
    // A user who has just taken an ad is already on the way to the order; only its merchant is
    // notified.
    if (state === 'unpaid' && (await api.call('getOwnShop', {}, QUIET))?.id !== shopId) return;
    await say(id, () => `${t(`fiat:state.${state}`)}: ${t(`fiat:headline.${state}.${role}`)}`);
  }

  async function announceMessage(id: string, { from }: FiatMessage): Promise<void> {
    const { role, counterparty } = await api.call('getFiatOrder', { id }, QUIET);
    if (from === role) return;
    const name = () => (from === 'operator' ? t('fiat:by.operator') : counterparty);
    await say(id, () => t('fiat:message.title', { name: name() }));
  }

  // Toasts are optional: one that cannot be made is left out.
  const ignore = () => undefined;
  useUserNews('fiat_order', (order) => {
    if ((notified.current.get(order.id) ?? 0) >= order.revision) return;
    notified.current.set(order.id, order.revision);
    if (!isOnScreen(order.id)) announce(order).catch(ignore);
  });
  useUserNews('fiat_message', ({ order_id: id, message }) => {
    if (!isOnScreen(id)) announceMessage(id, message).catch(ignore);
  });
  return <WaitingOrders />;
}

/** Loads the script only for users with an open order. */
function WaitingOrders() {
  const { data, refresh } = useQuery('listFiatOrders', OPEN, 'nobody');
  const [isConcerned, setConcerned] = useState(false);
  if (!isConcerned && data !== null && data.orders.length > 0) setConcerned(true);
  useUserNews('fiat_order', () => setConcerned(true));
  useReloadAfterMissedNews(refresh);
  return isConcerned ? (
    <Suspense fallback={null}>
      <WaitingOrderKeeper />
    </Suspense>
  ) : null;
}
