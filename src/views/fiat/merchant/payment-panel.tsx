/** The panel of an ad's payment kinds, methods and payment window. */
import { Link } from 'react-router-dom';
import { PAYMENT_WINDOWS_MIN } from '../../../../contract/fiat/fiat-kinds.ts';
import { COLLECTION_KINDS } from '../../../../contract/people/people-kinds.ts';
import { maskedAccountNumber } from '../../../../contract/people/payment-accounts.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconProblem } from '../../../ui/icons.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { AdPanelProps } from './ad-panel.types.ts';
import { RadioChoice } from './radio-choice.tsx';

type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** The payment kinds, the methods of a sell ad, and the payment window. */
export function PaymentPanel(props: AdPanelProps) {
  const { form, textOf } = props;
  const t = useText('fiat-merchant');
  const problem = textOf('kinds');
  const { fields, edit } = form;
  return (
    <Panel title={t('form.payment')}>
      <div className="flex flex-col gap-4">
        <fieldset className="flex min-w-0 flex-col gap-3">
          <legend className="pb-1.5 text-sm font-medium text-muted">{t('field.kinds')}</legend>
          {COLLECTION_KINDS.map((kind) => (
            <Kind key={kind} {...props} kind={kind} />
          ))}
        </fieldset>
        {problem !== undefined && (
          <p role="alert" className="flex gap-1.5 text-sm text-down">
            <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
            {problem}
          </p>
        )}
        <RadioChoice
          label={t('field.window')}
          value={fields.windowMin}
          options={PAYMENT_WINDOWS_MIN.map((minutes) => ({
            value: String(minutes),
            label: t('ad.minutes', { minutes }),
          }))}
          onChange={(windowMin) => edit({ windowMin })}
        />
      </div>
    </Panel>
  );
}

/** One kind; for a sell ad with the merchant's method for it. */
function Kind({ form, textOf, kind }: AdPanelProps & { readonly kind: CollectionKind }) {
  const t = useText('fiat-merchant');
  const tPeople = useText('people');
  const methods = form.methodsOf(kind);
  const isTaken = form.kinds.includes(kind);
  const asksForMethod = isTaken && form.fields.side === 'sell';
  return (
    <div className="flex flex-col gap-2">
      <Checkbox
        name={`kind-${kind}`}
        checked={isTaken}
        onChange={() => form.toggleKind(kind)}
        problem={asksForMethod && methods.length === 0 ? textOf(kind) : undefined}
      >
        <span className="text-base text-ink">{tPeople(`kind.${kind}`)}</span>
      </Checkbox>
      {asksForMethod && methods.length > 0 && (
        <div className="ps-9">
          <SelectField
            name={`method-${kind}`}
            label={t('field.method')}
            value={form.fields[kind]}
            problem={textOf(kind)}
            options={[
              ...(form.fields[kind] === '' ? [{ value: '', label: t('field.methodNone') }] : []),
              ...methods.map(({ id, account, real_name: name }) => ({
                value: id,
                label: `${maskedAccountNumber(account)} · ${name}`,
              })),
            ]}
            onChange={(id) => form.edit({ [kind]: id })}
          />
        </div>
      )}
      {asksForMethod && methods.length === 0 && (
        <Link
          to="/secure-center?view=collection-edit"
          className="touch-target ms-9 self-start text-sm font-semibold text-accent underline-offset-4 hover:underline"
        >
          {t('field.methodAdd')}
        </Link>
      )}
    </div>
  );
}
