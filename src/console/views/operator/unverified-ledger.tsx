/** The panel of a ledger that is not verified, and the form that lets the exchange go on. */
import type { OperatorLedgerHealth } from '../../../../contract/operator/schemas/exchange.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { UNVERIFIED_HOURS_CHOICES } from '../../forms/choices.ts';
import { CONTINUE_UNVERIFIED } from '../../forms/decision-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionSheet } from '../parts/decision-sheet.tsx';

interface UnverifiedLedgerProps {
  readonly unverified: NonNullable<OperatorLedgerHealth['unverified']>;
}

/** Says that no fault is known and the ledger cannot be checked, and until when the exchange goes on. */
export function UnverifiedLedger({ unverified }: UnverifiedLedgerProps) {
  const t = useText('operator');
  const format = useFormat();
  const decision = useDecision(CONTINUE_UNVERIFIED, unverified, {});
  const { fields, edit } = decision.form;
  const { continues_until: until } = unverified;
  return (
    <section
      aria-labelledby="unverified-ledger"
      className="flex flex-col items-start gap-3 rounded-card bg-warn-soft p-3 text-sm"
    >
      <h2 id="unverified-ledger" className="font-semibold text-warn">
        {t('ledger.unverified')}
      </h2>
      <p>{t('ledger.unverifiedHint')}</p>
      {until !== null && <p>{t('ledger.continuesUntil', { time: format.dateTime(until) })}</p>}
      <Button kind="secondary" size="small" onClick={decision.open}>
        {t('ledger.continue')}
      </Button>
      <DecisionSheet
        title={t('ledger.continue')}
        decision={decision}
        submitLabel={t('ledger.continue')}
        isDanger
      >
        <SelectField
          name="hours"
          label={t('ledger.duration')}
          value={fields.hours}
          options={UNVERIFIED_HOURS_CHOICES.map((value) => ({
            value,
            label: t('ledger.hours', { number: value }),
          }))}
          onChange={(hours) => edit({ hours })}
        />
      </DecisionSheet>
    </section>
  );
}
