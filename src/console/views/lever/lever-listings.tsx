/** New contract markets: a form that asks for one, and the requests that another operator decides on. */
import type { OperatorLeverListings } from '../../../../contract/operator/schemas/lever-listings.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { APPROVE_LEVER_MARKET, WITHDRAW_LEVER_MARKET } from '../../forms/record-forms.ts';
import { ASK_LEVER_MARKET, NEW_LEVER_MARKET } from '../../forms/lever-terms-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { DecisionButton } from '../parts/decision-button.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { AskedRequestRow, AskedRequests, RequestDecisions } from '../parts/asked-requests.tsx';
import { LeverTermsText } from './lever-terms-text.tsx';
import { TermFields } from './term-fields.tsx';

const TONE = { waiting: 'warn', approved: 'accent', opened: 'up', withdrawn: 'down' } as const;

interface LeverListingsProps {
  readonly listings: OperatorLeverListings;
  /** Code of the settlement currency. */
  readonly code: string;
}

/** The latest requests, and a form for a new one. */
export function LeverListings({ listings, code }: LeverListingsProps) {
  const t = useText('operator');
  return (
    <section
      aria-label={t('lever.listing.title')}
      className="flex flex-col gap-3 border-t border-line py-4"
    >
      <h2 className="font-semibold">{t('lever.listing.title')}</h2>
      {listings.instruments.length > 0 ? (
        <AskForMarket listings={listings} code={code} />
      ) : (
        <p className="text-sm text-muted">{t('lever.listing.none')}</p>
      )}
      <AskedRequests
        requests={listings.listings}
        label={t('lever.listing.list')}
        empty={t('lever.listing.empty')}
      >
        {(listing) => <ListingRow listings={listings} listing={listing} />}
      </AskedRequests>
      <LastActNote act={listings.last_act} kind="lever_listing" id="contracts" />
    </section>
  );
}

function AskForMarket({ listings, code }: LeverListingsProps) {
  const t = useText('operator');
  const format = useFormat();
  const first = listings.instruments[0];
  const ask = useDecision(ASK_LEVER_MARKET, listings, { instrument: first?.name ?? '' });
  const { fields, edit } = ask.form;
  const chosen = listings.instruments.find(({ name }) => name === fields.instrument);
  return (
    <div>
      <DecisionButton
        label={t('lever.listing.ask')}
        decision={ask}
        isPossible={chosen !== undefined}
      >
        <p className="text-sm text-muted">{t('lever.listing.hint', { currency: code })}</p>
        <SelectField
          name="instrument"
          label={t('lever.listing.instrument')}
          value={fields.instrument}
          options={listings.instruments.map(({ name }) => ({ value: name, label: name }))}
          onChange={(instrument) => edit({ instrument })}
        />
        {chosen !== undefined && (
          <p className="text-sm text-muted tabular-nums">
            {chosen.mark === null
              ? t('lever.listing.noPrice')
              : t('lever.listing.price', {
                  price: format.price(chosen.mark, chosen.price_scale),
                  currency: code,
                })}
          </p>
        )}
        <TermFields names={NEW_LEVER_MARKET} form={ask.form} />
      </DecisionButton>
    </div>
  );
}

interface ListingRowProps extends Pick<LeverListingsProps, 'listings'> {
  readonly listing: OperatorLeverListings['listings'][number];
}

function ListingRow({ listings, listing }: ListingRowProps) {
  const t = useText('operator');
  const format = useFormat();
  const { id, instrument, state } = listing;
  return (
    <AskedRequestRow
      request={listing}
      title={instrument}
      state={{ tone: TONE[state], text: t(`lever.listing.${state}`) }}
      decisions={
        <RequestDecisions
          id={id}
          subject={instrument}
          record={listings}
          approve={APPROVE_LEVER_MARKET}
          withdraw={WITHDRAW_LEVER_MARKET}
        >
          <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
            {t('lever.listing.approveHint')}
          </p>
        </RequestDecisions>
      }
    >
      <p className="text-sm text-muted">
        {t('lever.listing.lot', { size: format.amount(listing.lot_size), instrument })}
      </p>
      <LeverTermsText terms={listing} />
    </AskedRequestRow>
  );
}
