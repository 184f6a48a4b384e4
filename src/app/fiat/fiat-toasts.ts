/** Makes the toasts about own fiat orders and messages; loaded with the first of them. */
import { t } from 'i18next';
import type { FiatMessage, FiatOrder } from '../../../contract/fiat/fiat-order.ts';
import { loadWords } from '../../i18n/load-words.ts';
import { showToast } from '../../ui/toast.ts';
import type { ApiClient } from '../core/api/api-client.ts';
import { headlineOf } from './order-headline.ts';

export interface ToastPorts {
  readonly api: ApiClient;
  open(path: string): void;
}

const QUIET = { reporting: 'silent' } as const;

async function say(id: string, text: () => string, { open }: ToastPorts): Promise<void> {
  await loadWords('fiat');
  showToast(text(), 'plain', {
    id: `fiat ${id}`,
    action: { label: t('fiat:notice.open'), onPress: () => open(`/fiat-order?id=${id}`) },
  });
}

/** Shows the state of an order that has changed. */
export async function announceOrder(order: FiatOrder, ports: ToastPorts): Promise<void> {
  const { id, shop_id: shopId, state, role } = order;
  const headline = headlineOf(order);
  // A user who has just taken an ad is already on the way to the order; only its merchant is
  // notified.
  if (state === 'unpaid' && (await ports.api.call('getOwnShop', {}, QUIET))?.id !== shopId) return;
  const text = () => t(`fiat:headline.${headline}.${role}`);
  await say(
    id,
    () => (headline === state ? `${t(`fiat:state.${state}`)}: ${text()}` : text()),
    ports,
  );
}

/** Shows that the counterparty or an operator has written in an order. */
export async function announceMessage(
  id: string,
  { from }: FiatMessage,
  ports: ToastPorts,
): Promise<void> {
  const { role, counterparty } = await ports.api.call('getFiatOrder', { id }, QUIET);
  if (from === role) return;
  const name = () => (from === 'operator' ? t('fiat:by.operator') : counterparty);
  await say(id, () => t('fiat:message.title', { name: name() }), ports);
}
