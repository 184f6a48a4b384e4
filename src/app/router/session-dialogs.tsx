import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { sessionDialog } from '../../../machines/app/session.selectors.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useRuntime } from '../runtime-context.ts';

/** Says that the login expired or is needed, until it is confirmed (SPEC 8). */
export function SessionDialogs() {
  const { session } = useRuntime();
  const dialog = useSelector(session, sessionDialog);
  const confirm = () => session.send({ type: 'dialog.confirm' });
  return (
    <Suspense fallback={null}>{dialog !== null && <SessionDialog onConfirm={confirm} />}</Suspense>
  );
}

/** Both say the same (SPEC 8): the login expired, log in again. */
function SessionDialog({ onConfirm }: { readonly onConfirm: () => void }) {
  const t = useText('common');
  const tError = useText('errors');
  return (
    <Dialog
      isOpen
      isBlocking
      onClose={() => undefined}
      title={t('session.tip')}
      description={tError('session_ended')}
      actions={<Button onClick={onConfirm}>{t('action.confirm')}</Button>}
    />
  );
}
