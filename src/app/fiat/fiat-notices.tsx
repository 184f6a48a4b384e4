/** Shows toasts about own fiat orders and messages on other screens. */
import { Suspense, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useQuery } from '../core/hooks/use-query.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from '../core/hooks/use-user-updates.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { ToastPorts } from './fiat-toasts.ts';

const OPEN = { state: 'open' } as const;

const load = () => import('./fiat-toasts.ts');
const WaitingOrderKeeper = lazyPart(
  async () => (await import('./waiting-order-keeper.tsx')).WaitingOrderKeeper,
  () => null,
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

  const ports: ToastPorts = { api, open: (path) => void navigate(path) };

  // Toasts are optional: one that cannot be made is left out.
  const ignore = () => undefined;
  useUserUpdates('fiat_order', (order) => {
    if ((notified.current.get(order.id) ?? 0) >= order.revision) return;
    notified.current.set(order.id, order.revision);
    if (isOnScreen(order.id)) return;
    load()
      .then(({ announceOrder }) => announceOrder(order, ports))
      .catch(ignore);
  });
  useUserUpdates('fiat_message', ({ order_id: id, message }) => {
    if (isOnScreen(id)) return;
    load()
      .then(({ announceMessage }) => announceMessage(id, message, ports))
      .catch(ignore);
  });
  return <WaitingOrders />;
}

/** Loads the script only for users with an open order. */
function WaitingOrders() {
  const { data, refresh } = useQuery('listFiatOrders', OPEN, 'silent');
  const [isConcerned, setConcerned] = useState(false);
  if (!isConcerned && data !== null && data.orders.length > 0) setConcerned(true);
  useUserUpdates('fiat_order', () => setConcerned(true));
  useReloadAfterMissedUpdates(refresh);
  return isConcerned ? (
    <Suspense fallback={null}>
      <WaitingOrderKeeper />
    </Suspense>
  ) : null;
}
