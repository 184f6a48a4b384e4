/** The form with which the buyer declares the payment, with vouchers. */
import { useFiatPayment, type FiatActionScene } from '../../app/fiat/use-fiat-order-actions.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../parts/notice.tsx';
import { useProblemText } from '../parts/use-problem-text.ts';
import { ActionForm } from './action-form.tsx';
import { PictureSetField } from './picture-set-field.tsx';

/** The buyer declares the payment, with at least one picture of it. */
export function PaymentAction({ scene }: { readonly scene: FiatActionScene }) {
  const t = useText('fiat');
  const format = useFormat();
  const form = useFiatPayment(scene);
  const textOf = useProblemText(form.problems);
  const { tickets, isMissing } = form.pictures;
  const error = form.problems.find(({ field }) => field === 'vouchers')?.error;
  // A picture that has arrived since then is not called missing.
  const isOver = tickets !== '' && !isMissing && error !== 'picture_ticket_invalid';
  const problem = error === 'invalid_request' ? t('missing.pictures') : textOf('vouchers');
  const { amount, fiat_code: code } = scene.order;
  return (
    <ActionForm
      form={form}
      consequence={
        <>
          <p>{t('follows.declare', { amount: `${format.amount(amount)} ${code}` })}</p>
          <Notice tone="warn">{t('follows.declareFalse')}</Notice>
        </>
      }
      submitText={t('yes.declare')}
      problem={textOf(null)}
    >
      <PictureSetField
        legend={t('field.vouchers')}
        pictures={form.pictures}
        problem={isOver ? undefined : problem}
      />
    </ActionForm>
  );
}
