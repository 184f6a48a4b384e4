/** The screen of spot markets: rules, status and closing of orders. */
import type { OperatorMarket } from '../../../../contract/operator/schemas/market.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { MARKET_STATUS_CHOICES } from '../../forms/choices.ts';
import { CLOSE_MARKET_ORDERS, SET_MARKET_STATUS } from '../../forms/decision-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { DecisionButton } from '../parts/decision-button.tsx';
import { MarketListing } from './market-listing.tsx';
import { RecordView } from '../parts/record-view.tsx';
import { StatusChange } from '../parts/status-change.tsx';

const TONE = { trading: 'up', cancel_only: 'warn', halted: 'down' } as const;

/** Spot markets: their rules, and controls to halt them. */
export function MarketsScreen() {
  const t = useText('operator');
  const query = useOperatorQuery('listMarkets', {}, FOLLOW_MS.record);
  return (
    <Screen
      width="wide"
      header={<PageHeader title={t('section.markets')} />}
      className="px-gutter pb-8"
    >
      <MarketListing />
      <RecordView query={query}>
        {(markets) => (
          <ul aria-label={t('section.markets')} className="flex flex-col divide-y divide-line">
            {markets.map((market) => (
              <li key={market.id}>
                <MarketRow market={market} />
              </li>
            ))}
          </ul>
        )}
      </RecordView>
    </Screen>
  );
}

interface MarketRowProps {
  readonly market: OperatorMarket;
}

function MarketRow({ market }: MarketRowProps) {
  const t = useText('operator');
  const format = useFormat();
  const id = String(market.id);
  const pair = `${market.base_currency_code}/${market.quote_currency_code}`;
  const status = useDecision(SET_MARKET_STATUS, market, { id, status: market.status });
  const close = useDecision(CLOSE_MARKET_ORDERS, market, { id });
  return (
    <section aria-label={pair} className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-40 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold">
          {pair}
          <Badge tone={TONE[market.status]}>{t(`market.${market.status}`)}</Badge>
        </h2>
        <p className="text-sm text-muted">
          {t('market.rules', {
            least: format.amount(market.min_notional),
            currency: market.quote_currency_code,
            band: format.rate(market.price_band_ppm),
            maker: format.rate(market.maker_fee_ppm),
            taker: format.rate(market.taker_fee_ppm),
          })}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <StatusChange
          subject={pair}
          decision={status}
          status={status.form.fields.status}
          choices={MARKET_STATUS_CHOICES}
          labelOf={(value) => t(`market.${value}`)}
          onChoose={(chosen) => status.form.edit({ status: chosen })}
        />
        <DecisionButton
          label={t('market.closeOrders')}
          subject={pair}
          decision={close}
          kind="quiet"
          isDanger
        >
          <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
            {t('market.closeHint')}
          </p>
        </DecisionButton>
      </div>
    </section>
  );
}
