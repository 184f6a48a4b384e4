/** The dialog that confirms signing out. */
import { useSessionActions } from '../../app/identity/use-session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks for confirmation before the session is closed. */
export function SignOutDialog(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { isOpen, onClose } = props;
  const t = useText('common');
  const { signOut } = useSessionActions();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('session.confirmSignOut')}
      description={t('session.confirmSignOutHint')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose();
              signOut();
            }}
          >
            {t('session.signOut')}
          </Button>
        </>
      }
    />
  );
}
