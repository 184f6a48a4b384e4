/** Shows toasts about the contract account: low margin, and orders and positions that ended by themselves. */
import { useNavigate } from 'react-router-dom';
import { useFormat } from '../../format/use-format.ts';
import { useUserUpdates } from '../core/hooks/use-user-updates.ts';
import type { ToastPorts } from './lever-toasts.ts';

const load = () => import('./lever-toasts.ts');
// Toasts are optional: one that cannot be made is left out.
const ignore = () => undefined;

/** Renders nothing; mounted once. Most users never need the script of the toasts. */
export function LeverNotices() {
  const { ratio } = useFormat();
  const navigate = useNavigate();
  const ports: ToastPorts = { ratio, open: (path) => void navigate(path) };

  useUserUpdates('lever_warning', (warning) => {
    load()
      .then(({ showWarning }) => showWarning(warning, ports))
      .catch(ignore);
  });
  useUserUpdates('lever_order', (order) => {
    load()
      .then(({ showEnd }) => showEnd(order, ports))
      .catch(ignore);
  });
  return null;
}
