/** Makes the toasts about the contract account; loaded with the first of them. */
import { t } from 'i18next';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { UserRecords } from '../../../contract/user-records.ts';
import { loadWords } from '../../i18n/load-words.ts';
import { showToast } from '../../ui/toast.ts';

export interface ToastPorts {
  ratio(bp: number): string;
  open(path: string): void;
}

/** Text of a toast for an end that the owner did not ask for at this moment. */
interface Ended {
  /** Toasts with the same name replace each other. */
  readonly name: string;
  readonly text: () => string;
  readonly tone: 'plain' | 'problem';
}

function endedOf(order: LeverOrderInfo): Ended | null {
  const { id, state, close_reason: closed, cancel_reason: cancelled } = order;
  const name = `lever ${id}`;
  if (state === 'closed' && closed !== null && closed !== 'owner')
    return {
      // All positions of a stop-out have one toast.
      name: closed === 'stop_out' ? 'lever stop-out' : name,
      text: () => t(`lever:closeReason.${closed}`),
      tone: closed === 'take_profit' ? 'plain' : 'problem',
    };
  if (state !== 'cancelled' || cancelled === null) return null;
  if (cancelled === 'owner' || cancelled === 'account_stopped_out') return null;
  const text = () => `${t('lever:outcome.lapsed')} ${t(`lever:cancelReason.${cancelled}`)}`;
  return { name, text, tone: 'problem' };
}

async function say({ open }: ToastPorts, toast: Ended & { readonly path: string }): Promise<void> {
  await loadWords('lever');
  showToast(toast.text(), toast.tone, {
    id: toast.name,
    action: { label: t('lever:warning.open'), onPress: () => open(toast.path) },
  });
}

/** Shows that the margin is low. */
export async function showWarning(
  warning: UserRecords['lever_warning'],
  ports: ToastPorts,
): Promise<void> {
  const ratio = ports.ratio(warning.ratio_bp);
  await say(ports, {
    name: 'lever warning',
    path: '/lever-my-trade',
    text: () => t(`lever:warning.${warning.level}`, { ratio }),
    tone: 'problem',
  });
}

/** Shows the end of an order or a position, unless its owner asked for it. */
export async function showEnd(order: LeverOrderInfo, ports: ToastPorts): Promise<void> {
  const ended = endedOf(order);
  if (ended !== null) await say(ports, { ...ended, path: `/lever-my-trade?id=${order.id}` });
}
