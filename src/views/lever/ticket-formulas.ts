/** The hook of the figures of the contract ticket with their formulas. */
import type { LeverTicketFigures } from '../../../machines/app/lever/lever-ticket.figures.ts';
import type { LeverTicketView } from '../../app/lever/use-lever-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { shortAmount, ticksText } from '../parts/lever/lever-text.ts';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

/** One figure: its value, its rule in words, and the computation with its inputs. */
export interface Formula {
  readonly name:
    | 'entry'
    | 'worst'
    | 'notional'
    | 'margin'
    | 'fee'
    | 'spread'
    | 'night'
    | 'stopOutAfter'
    | 'ratioAfter';
  readonly title: string;
  readonly value: string;
  readonly rule: string;
  readonly sum: string;
}

const NOTHING = '–';
const UNKNOWN = { value: NOTHING, sum: NOTHING };

/** Returns all figures; those without a value until size and price are filled in. */
export function useTicketFormulas(pair: LeverPair, ticket: LeverTicketView): readonly Formula[] {
  const t = useText('lever');
  const valueOf = useValues(pair);
  const { figures } = ticket;
  const values = figures && valueOf(figures);
  const formula = (name: Formula['name']): Formula => ({
    name,
    title: t(`figure.${name}`),
    value: values?.[name].value ?? NOTHING,
    rule: t(`rule.${name}`),
    sum: values?.[name].sum ?? t('ticket.fillIn'),
  });
  return [
    formula('entry'),
    ...(ticket.fields.type === 'market' ? [formula('worst')] : []),
    formula('notional'),
    formula('margin'),
    formula('fee'),
    formula('spread'),
    formula('night'),
    formula('stopOutAfter'),
    formula('ratioAfter'),
  ];
}

type Values = Readonly<Record<Formula['name'], { readonly value: string; readonly sum: string }>>;

function useValues({ market, base, code }: LeverPair): (figures: LeverTicketFigures) => Values {
  const t = useText('lever');
  const format = useFormat();
  const price = (ticks: number) => ticksText(format, ticks, market.price_scale);
  const cost = (amount: bigint) => shortAmount(format, amount, code, 'ceil');
  const value = (shown: string, sum: string) => ({ value: shown, sum: `${sum} = ${shown}` });
  const afterOf = ({ mark, after }: LeverTicketFigures) => {
    if (after === null) return { stopOutAfter: UNKNOWN, ratioAfter: UNKNOWN };
    const equity = shortAmount(format, after.equity, code, 'floor');
    const margin = cost(after.margin);
    const stopOut = after.stopOutTicks === null ? t('figure.none') : price(after.stopOutTicks);
    const size = format.amount(after.exposure.replace('-', ''));
    const sign = after.exposure.startsWith('-') ? '+' : '−';
    const ratio = after.ratioBp === null ? NOTHING : format.ratio(after.ratioBp);
    return {
      stopOutAfter: value(
        stopOut,
        `${price(mark)} ${sign} (${equity} − ${margin} ÷ 2) ÷ ${size} ${base}`,
      ),
      ratioAfter: value(ratio, `${equity} ÷ ${margin}`),
    };
  };
  return (figures) => {
    const { terms, entry, worst, mark, notional, margin, fee, nightFee, spreadCost } = figures;
    const size = `${format.amount(String(terms.lots))} × ${format.amount(market.lot_size)} ${base}`;
    const worth = cost(notional);
    const sign = terms.direction === 'long' ? '+' : '−';
    return {
      entry: value(price(entry), `${price(mark)} × (1 ${sign} ${format.rate(terms.spreadPpm)})`),
      worst:
        worst === null
          ? UNKNOWN
          : value(
              price(worst.ticks),
              `${price(entry)} × (1 ${sign} ${format.rate(worst.distancePpm)})`,
            ),
      notional: value(worth, `${price(entry)} × ${size}`),
      margin: value(cost(margin), `${worth} ÷ ${terms.multiple}`),
      fee: value(cost(fee), `${worth} × ${format.rate(terms.feePpm)}`),
      spread: value(cost(spreadCost), `|${price(entry)} − ${price(mark)}| × ${size}`),
      night: value(cost(nightFee), `${worth} × ${format.rate(terms.nightPpm)}`),
      ...afterOf(figures),
    };
  };
}
