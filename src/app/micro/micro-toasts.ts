/** Makes the toasts about fast contracts; loaded with the first of them. */
import { t } from 'i18next';
import type { MicroOrderInfo } from '../../../contract/micro/micro.ts';
import { endedOrders } from '../../../machines/app/micro/ended-orders.ts';
import { loadWords } from '../../i18n/load-words.ts';
import { showToast } from '../../ui/toast.ts';

interface ToastPorts {
  amount(text: string): string;
  open(path: string): void;
}

/** Toasts with the same name replace each other, because many contracts may end together. */
const NAME = 'micro result';
const HISTORY = '/micro-trade?view=history';

/** Shows the outcome and the payout of an ended contract. */
export async function showResult(order: MicroOrderInfo, ports: ToastPorts): Promise<void> {
  const [ended] = endedOrders([order], 'all');
  if (ended === undefined) return;
  await loadWords('micro');
  const { instrument, payout, currency_code: code } = order;
  const text = t('micro:result.toast', {
    pair: instrument,
    outcome: t(`micro:verify.outcome.${ended.outcome}`),
    payout: `${ports.amount(payout ?? '0')} ${code}`,
  });
  showToast(text, ended.outcome === 'lost' ? 'problem' : 'plain', {
    id: NAME,
    action: { label: t('micro:history.title'), onPress: () => ports.open(HISTORY) },
  });
}
