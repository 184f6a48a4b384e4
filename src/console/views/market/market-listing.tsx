/** New trading pairs: a form that adds one. */
import type { MarketListing as Listing } from '../../../../contract/operator/schemas/market.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { ADD_MARKET, NEW_MARKET } from '../../forms/market-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { DecisionButton } from '../parts/decision-button.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { NumberFields } from '../parts/number-fields.tsx';
import { RecordView } from '../parts/record-view.tsx';

/** The form, and the last addition. */
export function MarketListing() {
  const t = useText('operator');
  const query = useOperatorQuery('getMarketListing', {}, FOLLOW_MS.record);
  return (
    <RecordView query={query}>
      {(listing) => (
        <section aria-label={t('market.add')} className="flex flex-col gap-3 pb-4">
          <AddMarket listing={listing} />
          <LastActNote act={listing.last_act} kind="market" id="list" />
        </section>
      )}
    </RecordView>
  );
}

const choicesOf = (currencies: Listing['currencies']) =>
  currencies.map(({ currency_id: id, currency_code: label }) => ({ value: String(id), label }));

/** Price band and fees of the seeded markets, which an operator may change. */
const USUAL_TERMS = {
  price_band_ppm: '100000',
  maker_fee_ppm: '1000',
  taker_fee_ppm: '1000',
} as const;

function AddMarket({ listing }: { readonly listing: Listing }) {
  const t = useText('operator');
  const choices = {
    base_currency_id: choicesOf(listing.currencies),
    quote_currency_id: choicesOf(listing.quotes),
  };
  const quote = choices.quote_currency_id[0]?.value ?? '';
  const add = useDecision(ADD_MARKET, listing, {
    base_currency_id: choices.base_currency_id.find(({ value }) => value !== quote)?.value ?? '',
    quote_currency_id: quote,
    ...USUAL_TERMS,
  });
  const { fields, problems, edit } = add.form;
  return (
    <div>
      <DecisionButton label={t('market.add')} decision={add}>
        <p className="text-sm text-muted">{t('market.addHint')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {(['base_currency_id', 'quote_currency_id'] as const).map((name) => (
            <SelectField
              key={name}
              name={name}
              label={t(`market.field.${name}`)}
              value={fields[name]}
              options={choices[name]}
              onChange={(id) => edit({ [name]: id })}
              problem={
                problems.some(({ field }) => field === name) ? t('lever.problem') : undefined
              }
            />
          ))}
        </div>
        <NumberFields
          names={NEW_MARKET}
          labelOf={(name) => t(`market.field.${name}`)}
          form={add.form}
        />
      </DecisionButton>
    </div>
  );
}
