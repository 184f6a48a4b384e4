/** The form that adds a trading pair. */
import { wrongMarketTerms } from '../../../contract/figures/market-terms.ts';
import { blank, numberRules, trimmed, type Texts } from './number-rules.ts';
import type { OperatorForm } from './operator-form.ts';
import type { RecordFields } from '../../../machines/app/operator/operator-decision.rules.ts';

/** Numbers of a new pair, in the order of the form. */
export const NEW_MARKET = [
  'opening_price',
  'min_notional',
  'price_scale',
  'quantity_scale',
  'price_band_ppm',
  'maker_fee_ppm',
  'taker_fee_ppm',
] as const;
const TERM_NAMES = ['base_currency_id', 'quote_currency_id', ...NEW_MARKET] as const;
type TermName = (typeof TERM_NAMES)[number];

type MarketFields = RecordFields & Texts<TermName>;
export const ADD_MARKET: OperatorForm<'addMarket', MarketFields> = {
  name: 'addMarket',
  rules: numberRules<TermName, MarketFields>(
    { revision: '', reason: '', ...blank(TERM_NAMES) },
    TERM_NAMES,
    ({ opening_price: openingPrice, ...texts }) =>
      wrongMarketTerms({
        base_currency_id: Number(texts.base_currency_id),
        quote_currency_id: Number(texts.quote_currency_id),
        price_scale: Number(texts.price_scale),
        price_band_ppm: Number(texts.price_band_ppm),
        opening_price: openingPrice,
      }),
  ),
  request: ({ revision, reason, ...fields }) => ({
    revision,
    reason: reason.trim(),
    ...trimmed<TermName>(fields, TERM_NAMES),
  }),
};
