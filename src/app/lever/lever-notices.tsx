/** Shows toasts about the contract account: low margin, and orders and positions that ended by themselves. */
import { t } from 'i18next';
import { useNavigate } from 'react-router-dom';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useFormat } from '../../format/use-format.ts';
import { loadWords } from '../../i18n/load-words.ts';
import { showToast } from '../../ui/toast.ts';
import { useUserNews } from '../core/hooks/use-user-news.ts';

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

/** Renders nothing; mounted once. */
export function LeverNotices() {
  const format = useFormat();
  const navigate = useNavigate();

  async function say(
    id: string,
    path: string,
    text: () => string,
    tone: 'plain' | 'problem' = 'problem',
  ): Promise<void> {
    await loadWords('lever');
    showToast(text(), tone, {
      id,
      action: { label: t('lever:warning.open'), onPress: () => void navigate(path) },
    });
  }

  useUserNews('lever_warning', ({ level, ratio_bp: bp }) => {
    const ratio = format.ratio(bp);
    void say('lever warning', '/lever-my-trade', () => t(`lever:warning.${level}`, { ratio }));
  });
  useUserNews('lever_order', (order) => {
    const ended = endedOf(order);
    if (ended === null) return;
    void say(ended.name, `/lever-my-trade?id=${order.id}`, ended.text, ended.tone);
  });
  return null;
}
