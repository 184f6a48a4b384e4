/** The form of the terms of an offering: a new draft, or a change of one. */
import type { OfferingDesk } from '../../../../contract/operator/schemas/ieo.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  fieldsOfOffering,
  OFFERING_CURRENCIES,
  OFFERING_NUMBERS,
  OFFERING_TIMES,
  SAVE_OFFERING,
  type OfferingFields,
} from '../../forms/ieo-forms.ts';
import { useDecision, type DecidedRecord, type DecisionView } from '../../hooks/use-decision.ts';
import { DecisionButton } from '../parts/decision-button.tsx';
import { NumberFields } from '../parts/number-fields.tsx';
import { TimeField } from '../parts/time-field.tsx';

type Choices = readonly { readonly value: string; readonly label: string }[];

interface NewDraftProps {
  readonly desk: OfferingDesk;
  readonly currencies: Choices;
}

/** A button and the form of a new draft. */
export function NewDraft({ desk, currencies }: NewDraftProps) {
  const t = useText('operator');
  const pay = currencies.find(({ label }) => label === PAY_CODE) ?? currencies[0];
  const token = currencies.find(({ value }) => value !== pay?.value);
  return (
    <div>
      <Draft
        label={t('offering.add')}
        record={desk}
        currencies={currencies}
        initial={{ token_currency_id: token?.value ?? '', pay_currency_id: pay?.value ?? '' }}
      />
    </div>
  );
}

/** The usual currency of payments. */
const PAY_CODE = 'USDT';

interface DraftTermsProps {
  readonly offering: OfferingDesk['offerings'][number];
  readonly name: string;
  readonly currencies: Choices;
}

/** A button and the form of the terms of a draft. */
export function DraftTerms({ offering, name, currencies }: DraftTermsProps) {
  const t = useText('operator');
  return (
    <Draft
      label={t('lever.terms')}
      subject={name}
      record={offering}
      currencies={currencies}
      initial={fieldsOfOffering(offering)}
    />
  );
}

interface DraftProps {
  readonly label: string;
  /** Name of the draft. */
  readonly subject?: string;
  readonly record: DecidedRecord;
  readonly currencies: Choices;
  readonly initial: Omit<Partial<OfferingFields>, 'revision'>;
}

function Draft({ record, currencies, initial, ...names }: DraftProps) {
  const t = useText('operator');
  const draft = useDecision(SAVE_OFFERING, record, initial);
  return (
    <DecisionButton {...names} decision={draft} submitLabel={t('save')}>
      <p className="text-sm text-muted">{t('offering.addHint')}</p>
      <TermFields form={draft.form} currencies={currencies} />
    </DecisionButton>
  );
}

interface TermFieldsProps {
  readonly form: DecisionView<OfferingFields>['form'];
  readonly currencies: Choices;
}

function TermFields({ form, currencies }: TermFieldsProps) {
  const { fields, problems, edit } = form;
  const t = useText('operator');
  const problemOf = (name: string) =>
    problems.some(({ field }) => field === name) ? t('lever.problem') : undefined;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {OFFERING_CURRENCIES.map((name) => (
          <SelectField
            key={name}
            name={name}
            label={t(`offering.field.${name}`)}
            value={fields[name]}
            options={currencies}
            onChange={(id) => edit({ [name]: id })}
            problem={problemOf(name)}
          />
        ))}
      </div>
      <NumberFields
        names={OFFERING_NUMBERS}
        labelOf={(name) => t(`offering.field.${name}`)}
        form={form}
      />
      <div className="grid gap-4 sm:grid-cols-2 sm:items-end">
        {OFFERING_TIMES.map((name) => (
          <TimeField
            key={name}
            name={name}
            label={t(`offering.field.${name}`)}
            value={fields[name]}
            onChange={(value) => edit({ [name]: value })}
            problem={problemOf(name)}
          />
        ))}
        <TextField
          name="yield_ppm"
          inputMode="numeric"
          label={t('offering.field.yield_ppm')}
          value={fields.yield_ppm}
          onChange={(value) => edit({ yield_ppm: value })}
          problem={problemOf('yield_ppm')}
        />
      </div>
    </>
  );
}
