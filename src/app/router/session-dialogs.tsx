/** The dialogs of an expired or required login. */
import { useId } from 'react';
import { useSelector } from '@xstate/react';
import { sessionDialog } from '../../../machines/app/identity/session.selectors.ts';
import { useLateText, useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { NativeDialog } from '../../ui/native-dialog.tsx';
import { useRuntime } from '../core/runtime-context.ts';

/** Shows that the login expired or is required, until the user confirms it (SPEC 8). */
export function SessionDialogs() {
  const { session } = useRuntime();
  const dialog = useSelector(session, sessionDialog);
  const confirm = () => session.send({ type: 'dialog.confirm' });
  return dialog !== null && <SessionDialog onConfirm={confirm} />;
}

/** Both dialogs have the same text (SPEC 8): the login expired, log in again. It may show without a network. */
function SessionDialog({ onConfirm }: { readonly onConfirm: () => void }) {
  const t = useText('common');
  const tError = useLateText('errors');
  const reasonId = useId();
  const title = t('session.tip');
  return (
    <NativeDialog
      label={title}
      describedBy={reasonId}
      actions={<Button onClick={onConfirm}>{t('action.confirm')}</Button>}
    >
      <h2 className="text-lg font-semibold">{title}</h2>
      <p id={reasonId} className="mt-2 leading-relaxed text-muted">
        {tError?.('session_ended')}
      </p>
    </NativeDialog>
  );
}
