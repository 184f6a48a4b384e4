/** The form that subscribes to a savings product. */
import type { SyntheticEvent } from 'react';
import { annualPpmOf } from '../../../contract/figures/staking.ts';
import type { StakingProduct } from '../../../contract/staking/staking.ts';
import type { StakingOutlook } from '../../../machines/app/staking/staking-subscription.rules.ts';
import { useStakingForm } from '../../app/staking/use-staking-form.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { GlanceSentence } from '../../ui/glance-sentence.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { AmountField } from '../parts/amount-field.tsx';
import { ConnectedButton } from '../parts/connected-button.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { isUnknown } from '../parts/outcome.tsx';
import { SubscriptionOutcome } from './subscription-outcome.tsx';
import { useOwnProblemText } from '../parts/use-own-problem-text.ts';

interface SubscribeFormProps {
  readonly product: StakingProduct;
  /** Reloads the product. */
  readonly reload: () => void;
  /** Starts a new subscription. */
  readonly onAgain: () => void;
}

/** Amount, what it earns and until when, the consent to the term; then the outcome. */
export function SubscribeForm({ product, reload, onAgain }: SubscribeFormProps) {
  const t = useText('staking');
  const form = useStakingForm(product, reload);
  const { fields, edit, available, outlook } = form;
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const textOf = useOwnProblemText(form.problems, ['amount', 'consentPpb'], (field) =>
    t(`form.missing.${field}`),
  );
  const { currency_code: code } = product;
  if (form.answer !== null || isUnknown(form.status))
    return <SubscriptionOutcome form={form} onAgain={onAgain} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    form.submit({ product, available });
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <AmountField
        label={t('amount')}
        code={code}
        value={fields.amount}
        onChange={(amount) => edit({ amount })}
        most={available}
        decimals={product.scale}
        hint={
          <GlanceSentence
            value={available}
            code={code}
            say={(amount) => t('form.available', { amount })}
          />
        }
        problem={textOf('amount')}
      />
      <Outlook outlook={outlook} product={product} />
      <Checkbox
        name="consentPpb"
        checked={form.isAgreed}
        onChange={form.agree}
        problem={textOf('consentPpb')}
      >
        {t('form.locked')}
      </Checkbox>
      <FormProblem problem={textOf(null)} />
      <ConnectedButton
        type="submit"
        pending={form.isBusy}
        noConnection={t('form.noConnection')}
        data-testid="submit-staking"
      >
        {t('open')}
      </ConnectedButton>
    </form>
  );
}

interface OutlookProps {
  readonly outlook: StakingOutlook;
  readonly product: StakingProduct;
}

/** The rate, the bounds of the amount, the earnings of the typed one, and their times. */
function Outlook({ outlook, product }: OutlookProps) {
  const t = useText('staking');
  const format = useFormat();
  const { currency_code: code } = product;
  return (
    <DetailList>
      <DetailRow name={t('annual')}>
        {format.rate(Number(annualPpmOf(product.daily_ppb)))}
      </DetailRow>
      <DetailRow name={t('bounds')}>
        {format.amount(product.amount_min)} – {format.amount(product.amount_max)} {code}
      </DetailRow>
      <DetailRow name={t('daily')}>
        <Amount value={outlook.daily} code={code} />
      </DetailRow>
      <DetailRow name={t('promised')}>
        <Amount value={outlook.promised} code={code} />
      </DetailRow>
      <DetailRow name={t('firstDay')}>{format.dateTime(outlook.firstDayAt)}</DetailRow>
      <DetailRow name={t('firstPaid')}>{format.dateTime(outlook.firstPaidAt)}</DetailRow>
      <DetailRow name={t('ends')}>{format.dateTime(outlook.endsAt)}</DetailRow>
    </DetailList>
  );
}
