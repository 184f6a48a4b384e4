/** The form that subscribes to an offering, or raises a subscription. */
import type { SyntheticEvent } from 'react';
import type { IeoSubscription, OfferingDetail } from '../../../contract/ieo/ieo.ts';
import { useIeoForm } from '../../app/ieo/use-ieo-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { DecimalStepper } from '../../ui/decimal-stepper.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { GlanceSentence } from '../../ui/glance-sentence.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from '../parts/connected-button.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { isUnknown } from '../parts/outcome.tsx';
import { SubscriptionOutcome } from './subscription-outcome.tsx';
import { useIeoProblem } from './use-ieo-problem.ts';

interface SubscribeFormProps {
  readonly offering: OfferingDetail;
  /** The present subscription, which the form raises; null for none. */
  readonly own: IeoSubscription | null;
  readonly onSubscribed: () => void;
  /** Starts again after a subscription. */
  readonly onAgain: () => void;
}

type Form = ReturnType<typeof useIeoForm>;

/** Quantity in steps, its payment, and the outcome if subscribing ended now; then the outcome of the call. */
export function SubscribeForm({ offering, own, onSubscribed, onAgain }: SubscribeFormProps) {
  const t = useText('ieo');
  const form = useIeoForm(offering, own, onSubscribed);
  const { fields, facts } = form;
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const textOf = useIeoProblem(form, offering);
  const { token_code: code, pay_code: payCode } = offering;
  if (form.answer !== null || isUnknown(form.status))
    return <SubscriptionOutcome form={form} onAgain={onAgain} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    form.submit(facts);
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <DecimalStepper
        label={`${t('quantity')} (${code})`}
        value={fields.quantity}
        onChange={(quantity) => form.edit({ quantity })}
        onStep={form.step}
        stepLabels={{ down: t('form.less'), up: t('form.more') }}
        hint={
          <GlanceSentence
            value={facts.available}
            code={payCode}
            say={(amount) => t('form.available', { amount })}
          />
        }
        problem={textOf('quantity')}
      />
      <Outlook form={form} own={own} offering={offering} />
      <p className="text-sm text-muted text-pretty">{t('form.note')}</p>
      <FormProblem problem={textOf(null)} />
      <ConnectedButton
        type="submit"
        pending={form.isBusy}
        noConnection={t('form.noConnection')}
        data-testid="submit-ieo"
      >
        {own === null ? t('subscribe') : t('raise')}
      </ConnectedButton>
    </form>
  );
}

interface OutlookProps extends Pick<SubscribeFormProps, 'offering' | 'own'> {
  readonly form: Form;
}

/** The payment of the typed quantity, and its outcome if subscribing ended now. */
function Outlook({ form, own, offering }: OutlookProps) {
  const t = useText('ieo');
  const { token_code: code, pay_code: payCode } = offering;
  const { total, due, estimate } = form;
  const figure = (value: string | null | undefined, unit: string) =>
    value === null || value === undefined ? '—' : <Amount value={value} code={unit} />;
  return (
    <DetailList>
      <DetailRow name={t('form.total')}>{figure(total, payCode)}</DetailRow>
      {own !== null && <DetailRow name={t('form.due')}>{figure(due, payCode)}</DetailRow>}
      <DetailRow name={t('form.estimate')}>
        <span data-testid="estimate">{figure(estimate?.allocated, code)}</span>
      </DetailRow>
      <DetailRow name={t('form.refund')}>{figure(estimate?.refund, payCode)}</DetailRow>
    </DetailList>
  );
}
