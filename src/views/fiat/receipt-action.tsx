/** The form with which the seller confirms the payment and releases the coins. */
import { useFiatReceipt, type FiatActionScene } from '../../app/fiat/use-fiat-order-actions.ts';
import { useFiatOrderLifecycle } from '../../app/fiat/use-fiat-order.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../parts/notice.tsx';
import { PayPasswordField } from '../parts/pay-password-field.tsx';
import { usePersonProblem } from '../parts/use-person-problem.ts';
import { ActionForm } from './action-form.tsx';

/** The seller confirms the receipt, which gives the coins to the buyer for good. */
export function ReceiptAction({ scene }: { readonly scene: FiatActionScene }) {
  const t = useText('fiat');
  const format = useFormat();
  const form = useFiatReceipt(scene);
  const textOf = usePersonProblem(form.problems);
  const { order } = scene;
  const values = {
    amount: `${format.amount(order.amount)} ${order.fiat_code}`,
    quantity: `${format.amount(order.quantity)} ${order.currency_code}`,
  };
  const { isDisputed } = useFiatOrderLifecycle(order);
  return (
    <ActionForm
      form={form}
      consequence={
        <>
          <p>{t(isDisputed ? 'follows.settleConfirm' : 'follows.confirm', values)}</p>
          <Notice tone="warn">{t('follows.confirmFinal')}</Notice>
        </>
      }
      submitText={t('yes.confirm', values)}
      problem={textOf(null)}
    >
      <PayPasswordField
        value={form.fields.payPassword}
        problem={textOf('payPassword')}
        onChange={(payPassword) => form.edit({ payPassword })}
      />
    </ActionForm>
  );
}
