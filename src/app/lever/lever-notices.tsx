/** Shows toasts about the contract account: low margin, and positions that the exchange closed. */
import { t } from 'i18next';
import { useNavigate } from 'react-router-dom';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useFormat } from '../../format/use-format.ts';
import { loadWords } from '../../i18n/load-words.ts';
import { showToast } from '../../ui/toast.ts';
import { useUserNews } from '../core/hooks/use-user-news.ts';

/** Hundredths of a percent in a millionth. */
const PPM_OF_BP = 100;

/** Ends that the owner did not ask for at this moment. */
const isUnasked = ({ close_reason: reason }: LeverOrderInfo): boolean =>
  reason !== null && reason !== 'owner';

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
    const ratio = format.rate(bp * PPM_OF_BP);
    void say('lever warning', '/lever-my-trade', () => t(`lever:warning.${level}`, { ratio }));
  });
  useUserNews('lever_order', (order) => {
    const { id, state, close_reason: reason } = order;
    if (state !== 'closed' || reason === null || !isUnasked(order)) return;
    // All positions of a stop-out have one toast.
    const toast = reason === 'stop_out' ? 'lever stop-out' : `lever ${id}`;
    const tone = reason === 'take_profit' ? 'plain' : 'problem';
    void say(toast, `/lever-my-trade?id=${id}`, () => t(`lever:closeReason.${reason}`), tone);
  });
  return null;
}
