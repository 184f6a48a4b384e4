/** The sheet that confirms removing a collection method. */
import { maskedAccountNumber } from '../../../../contract/people/payment-accounts.ts';
import type { CollectionMethod } from '../../../../contract/people/people.ts';
import { useCollectionRemoval } from '../../../app/people/use-collection-methods.ts';
import { useText } from '../../../i18n/use-text.ts';
import { showToast } from '../../../ui/toast.ts';
import { PayPasswordSheet } from '../../parts/pay-password-sheet.tsx';
import { usePersonProblem } from '../../parts/use-person-problem.ts';

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
