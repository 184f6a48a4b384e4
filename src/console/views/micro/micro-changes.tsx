/** The actions on fast contracts: the status of a product, the terms of new orders, and a new duration. */
import { MICRO_TERM_NAMES } from '../../../../contract/figures/product-terms.ts';
import { CONTRACT_LIMITS } from '../../../../contract/limits.ts';
import type {
  OperatorMicroDesk,
  OperatorMicroProduct,
} from '../../../../contract/operator/schemas/micro.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { MICRO_STATUS_CHOICES } from '../../forms/choices.ts';
import {
  ADD_MICRO_PRODUCT,
  NEW_MICRO_PRODUCT,
  SAVE_MICRO_TERMS,
  SET_MICRO_STATUS,
} from '../../forms/product-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionButton } from '../parts/decision-button.tsx';
import { NumberFields } from '../parts/number-fields.tsx';
import { StatusChange } from '../parts/status-change.tsx';

interface MicroProductProps {
  readonly product: OperatorMicroProduct;
  /** Instrument and duration. */
  readonly name: string;
}

/** Buttons and forms of a product. */
export function MicroProductChanges({ product, name }: MicroProductProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <ProductStatus product={product} name={name} />
      <TermsChange product={product} name={name} />
    </div>
  );
}

function ProductStatus({ product, name }: MicroProductProps) {
  const t = useText('operator');
  const status = useDecision(SET_MICRO_STATUS, product, {
    id: String(product.id),
    status: product.status,
  });
  return (
    <StatusChange
      subject={name}
      decision={status}
      status={status.form.fields.status}
      choices={MICRO_STATUS_CHOICES}
      labelOf={(value) => t(`market.${value}`)}
      onChoose={(chosen) => status.form.edit({ status: chosen })}
    >
      <p className="text-sm text-muted">{t('micro.statusHint')}</p>
    </StatusChange>
  );
}

/** Terms of a product as text. */
const termsOf = (product: OperatorMicroProduct) => ({
  profit_ppm: String(product.profit_ppm),
  loss_ppm: String(product.loss_ppm),
  stake_min: product.stake_min,
  stake_max: product.stake_max,
  owner_limit: product.owner_limit,
  side_limit: product.side_limit,
  skew_limit: product.skew_limit,
});

function TermsChange({ product, name }: MicroProductProps) {
  const t = useText('operator');
  const terms = useDecision(SAVE_MICRO_TERMS, product, {
    id: String(product.id),
    ...termsOf(product),
  });
  return (
    <DecisionButton
      label={t('lever.terms')}
      subject={name}
      decision={terms}
      submitLabel={t('save')}
    >
      <p className="text-sm text-muted">{t('lever.termsHint')}</p>
      <Bounds />
      <NumberFields
        names={MICRO_TERM_NAMES}
        labelOf={(field) => t(`micro.field.${field}`)}
        form={terms.form}
      />
    </DecisionButton>
  );
}

function Bounds() {
  const t = useText('operator');
  const format = useFormat();
  const rate = format.amount(String(CONTRACT_LIMITS.micro_loss_ppm_max));
  return <p className="text-sm text-muted">{t('micro.bounds', { rate })}</p>;
}

/** The form of a new product; it begins with the terms of the first one. */
export function AddDuration({ desk }: { readonly desk: OperatorMicroDesk }) {
  const t = useText('operator');
  const [first] = desk.instruments;
  const [like] = first?.products ?? [];
  const add = useDecision(ADD_MICRO_PRODUCT, desk, {
    instrument: first?.instrument ?? desk.offerable[0] ?? '',
    ...(like !== undefined && termsOf(like)),
  });
  const { fields, edit } = add.form;
  return (
    <div>
      <DecisionButton label={t('micro.add')} decision={add}>
        <p className="text-sm text-muted">{t('micro.addHint')}</p>
        <Bounds />
        <SelectField
          name="instrument"
          label={t('lever.listing.instrument')}
          value={fields.instrument}
          options={desk.offerable.map((instrument) => ({ value: instrument, label: instrument }))}
          onChange={(instrument) => edit({ instrument })}
        />
        <NumberFields
          names={NEW_MICRO_PRODUCT}
          labelOf={(field) => t(`micro.field.${field}`)}
          form={add.form}
        />
      </DecisionButton>
    </div>
  );
}
