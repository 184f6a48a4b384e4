/** The hook of the problem texts of the order ticket. */
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import type { OrderTicketView } from '../../app/spot/use-order-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useErrorText } from '../../i18n/use-error-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { errorValues } from './error-values.ts';
import { stepText } from './market-prices.ts';

/** Returns the problem of a field of the ticket, in a sentence with the market's own figures. */
export function useProblemText(match: CurrencyMatch, ticket: OrderTicketView) {
  const t = useText('spot');
  const errorText = useErrorText();
  const format = useFormat();
  return (field: 'price' | 'size' | null): string | undefined => {
    const problem = ticket.problems.find((candidate) => candidate.field === field);
    if (problem === undefined) return undefined;
    switch (problem.error) {
      case 'invalid_request':
        return t(field === 'price' ? 'problem.price' : 'problem.size');
      case 'price_not_on_tick':
        return t('problem.tick', { tick: stepText(format, match.price_scale) });
      case 'quantity_not_on_step':
        return t('problem.step', { step: stepText(format, match.quantity_scale) });
      case 'notional_too_small':
        return t('problem.worth', {
          least: format.amount(match.min_notional),
          currency: match.quote_currency_code,
        });
      default:
        return errorText(problem.error, errorValues(problem)) ?? '…';
    }
  };
}
