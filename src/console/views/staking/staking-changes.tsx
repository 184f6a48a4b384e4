/** The actions on savings: the state of a product, the terms of new positions, and a new product. */
import { STAKING_TERM_NAMES } from '../../../../contract/figures/product-terms.ts';
import { CONTRACT_LIMITS } from '../../../../contract/limits.ts';
import type { OperatorStakingDesk } from '../../../../contract/operator/schemas/staking.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { STAKING_STATE_CHOICES } from '../../forms/choices.ts';
import {
  ADD_STAKING_PRODUCT,
  NEW_STAKING_PRODUCT,
  SAVE_STAKING_TERMS,
  SET_STAKING_STATE,
} from '../../forms/product-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionButton } from '../parts/decision-button.tsx';
import { NumberFields } from '../parts/number-fields.tsx';
import { StatusChange } from '../parts/status-change.tsx';

interface StakingProductProps {
  readonly product: OperatorStakingDesk['products'][number];
  /** Currency and term. */
  readonly name: string;
}

/** Buttons and forms of a product. */
export function StakingProductChanges({ product, name }: StakingProductProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <ProductState product={product} name={name} />
      <TermsChange product={product} name={name} />
    </div>
  );
}

function ProductState({ product, name }: StakingProductProps) {
  const t = useText('operator');
  const state = useDecision(SET_STAKING_STATE, product, {
    id: String(product.id),
    state: product.state,
  });
  return (
    <StatusChange
      subject={name}
      decision={state}
      status={state.form.fields.state}
      choices={STAKING_STATE_CHOICES}
      labelOf={(value) => t(`staking.${value}`)}
      onChoose={(chosen) => state.form.edit({ state: chosen })}
    >
      <p className="text-sm text-muted">{t('staking.stateHint')}</p>
    </StatusChange>
  );
}

function TermsChange({ product, name }: StakingProductProps) {
  const t = useText('operator');
  const terms = useDecision(SAVE_STAKING_TERMS, product, {
    id: String(product.id),
    daily_ppb: String(product.daily_ppb),
    amount_min: product.amount_min,
    amount_max: product.amount_max,
    user_max: product.user_max,
    quota: product.quota,
  });
  return (
    <DecisionButton
      label={t('lever.terms')}
      subject={name}
      decision={terms}
      submitLabel={t('save')}
    >
      <p className="text-sm text-muted">{t('staking.termsHint')}</p>
      <Bounds />
      <NumberFields
        names={STAKING_TERM_NAMES}
        labelOf={(field) => t(`staking.field.${field}`)}
        form={terms.form}
      />
    </DecisionButton>
  );
}

function Bounds() {
  const t = useText('operator');
  const format = useFormat();
  return (
    <p className="text-sm text-muted">
      {t('staking.bounds', {
        rate: format.amount(String(CONTRACT_LIMITS.staking_daily_ppb_max)),
        days: String(CONTRACT_LIMITS.staking_cycle_days_max),
      })}
    </p>
  );
}

interface AddStakingProductProps {
  readonly desk: OperatorStakingDesk;
  readonly currencies: readonly { readonly value: string; readonly label: string }[];
}

/** The form of a new product. */
export function AddStakingProduct({ desk, currencies }: AddStakingProductProps) {
  const t = useText('operator');
  const add = useDecision(ADD_STAKING_PRODUCT, desk, { currency: currencies[0]?.value ?? '' });
  const { fields, edit } = add.form;
  return (
    <div>
      <DecisionButton label={t('staking.add')} decision={add}>
        <p className="text-sm text-muted">{t('staking.addHint')}</p>
        <Bounds />
        <SelectField
          name="currency"
          label={t('fund.currency')}
          value={fields.currency}
          options={currencies}
          onChange={(currency) => edit({ currency })}
        />
        <NumberFields
          names={NEW_STAKING_PRODUCT}
          labelOf={(field) => t(`staking.field.${field}`)}
          form={add.form}
        />
      </DecisionButton>
    </div>
  );
}
