import { maskedAccountNumber } from '../../../contract/payment-accounts.ts';
import type { CollectionMethod } from '../../../contract/schemas/people.ts';
import { useCollectionRemoval } from '../../app/hooks/use-collection-methods.ts';
import { useText } from '../../i18n/use-text.ts';
import { showToast } from '../../ui/toast.ts';
import { PayPasswordSheet } from '../user/pay-password-sheet.tsx';
import { usePersonProblem } from '../user/use-person-problem.ts';

interface CollectionRemovalSheetProps {
  readonly method: CollectionMethod;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

/** Asks for the transaction password before a method is removed. */
export function CollectionRemovalSheet(props: CollectionRemovalSheetProps) {
  const { method, onClose, onRemoved } = props;
  const t = useText('people');
  const form = useCollectionRemoval(method.id, () => {
    showToast(t('collection.removed'), 'success');
    onRemoved();
    onClose();
  });
  return (
    <PayPasswordSheet
      title={t('collection.remove', { name: t(`kind.${method.kind}`) })}
      form={form}
      problemText={usePersonProblem(form.problems)}
      submitText={t('collection.confirmRemove')}
      onClose={onClose}
    >
      <p className="wrap-anywhere text-muted">{maskedAccountNumber(method.account)}</p>
    </PayPasswordSheet>
  );
}
