/** Shows toasts about own fast contracts that ended. */
import { useNavigate } from 'react-router-dom';
import { hasEnded } from '../../../machines/app/micro/ended-orders.ts';
import { useFormat } from '../../format/use-format.ts';
import { useUserUpdates } from '../core/hooks/use-user-updates.ts';

const load = () => import('./micro-toasts.ts');
// Toasts are optional: one that cannot be made is left out.
const ignore = () => undefined;

/** Renders nothing; mounted once. Most users never need the script of the toasts. */
export function MicroNotices() {
  const { amount } = useFormat();
  const navigate = useNavigate();
  useUserUpdates('micro_order', (order) => {
    if (!hasEnded(order)) return;
    load()
      .then(({ showResult }) => showResult(order, { amount, open: (path) => void navigate(path) }))
      .catch(ignore);
  });
  return null;
}
