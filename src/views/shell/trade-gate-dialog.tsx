/** The dialog that asks for verification before the trade tab opens. */
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { GateHint } from '../parts/gate-hint.tsx';

/**
 * The tip for users who select the trade tab without verification. However it is closed, it leads to
 * /user-center (SPEC 5).
 */
export function TradeGateDialog(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText('common');
  const navigate = useNavigate();
  const leave = () => {
    props.onClose();
    void navigate('/user-center');
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      isBlocking
      onClose={leave}
      title={t('user.gateTitle')}
      description={<GateHint />}
      actions={<Button onClick={leave}>{t('user.gateGo')}</Button>}
    />
  );
}
