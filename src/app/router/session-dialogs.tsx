/** The dialogs of an expired or required login. */
import { useSelector } from '@xstate/react';
import { sessionDialog } from '../../../machines/app/identity/session.selectors.ts';
import { useLateText, useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useRuntime } from '../core/runtime-context.ts';

/** Shows that the login expired or is required, until the user confirms it (SPEC 8). */
export function SessionDialogs() {
  const { session } = useRuntime();
  const dialog = useSelector(session, sessionDialog);
  const confirm = () => session.send({ type: 'dialog.confirm' });
  return dialog !== null && <SessionDialog onConfirm={confirm} />;
}

/** Both dialogs have the same text (SPEC 8): the login expired, log in again. */
function SessionDialog({ onConfirm }: { readonly onConfirm: () => void }) {
  const t = useText('common');
  const tError = useLateText('errors');
  return (
    <Dialog
      isOpen
      isBlocking
      onClose={() => undefined}
      title={t('session.tip')}
      description={tError?.('session_ended')}
      actions={<Button onClick={onConfirm}>{t('action.confirm')}</Button>}
    />
  );
}
