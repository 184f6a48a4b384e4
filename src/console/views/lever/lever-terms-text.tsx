/** The terms of a contract market in two lines: limits of exposure, and the terms of its orders. */
import type { OperatorLeverMarket } from '../../../../contract/operator/schemas/lever.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

interface LeverTermsTextProps {
  readonly terms: Pick<
    OperatorLeverMarket,
    | 'lots_min'
    | 'lots_max'
    | 'multiples'
    | 'spread_ppm'
    | 'fee_ppm'
    | 'night_ppm'
    | 'net_limit'
    | 'gross_limit'
    | 'owner_limit'
  >;
}

/** The limits and terms of orders. */
export function LeverTermsText({ terms }: LeverTermsTextProps) {
  const t = useText('operator');
  const format = useFormat();
  return (
    <>
      <p className="text-sm text-muted">
        {t('lever.limits', {
          net: format.amount(terms.net_limit),
          gross: format.amount(terms.gross_limit),
          owner: format.amount(terms.owner_limit),
        })}
      </p>
      <p className="text-sm [overflow-wrap:anywhere] text-muted">
        {t('lever.rules', {
          spread: format.rate(terms.spread_ppm),
          fee: format.rate(terms.fee_ppm),
          night: format.rate(terms.night_ppm),
          multiples: terms.multiples.join(', '),
          // Joined, so that no line breaks at the dash.
          lots: [terms.lots_min, terms.lots_max]
            .map((lots) => format.amount(String(lots)))
            .join('\u2060–\u2060'),
        })}
      </p>
    </>
  );
}
