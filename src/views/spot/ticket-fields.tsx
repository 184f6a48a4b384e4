/** The price field and the size field of the order ticket. */
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { useQuote } from '../../app/market/use-quote.ts';
import type { OrderTicketView } from '../../app/spot/use-order-ticket.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DecimalStepper } from '../../ui/decimal-stepper.tsx';
import { useInterval } from '../../ui/use-interval.ts';
import { useSpotPairs } from '../parts/market/use-pairs.ts';
import { bandTexts } from './market-prices.ts';
import { useProblemText } from './use-problem-text.ts';

interface FieldProps {
  readonly match: CurrencyMatch;
  readonly ticket: OrderTicketView;
}

/** The limit price; a market order describes its price instead. */
export function PriceField({ match, ticket }: FieldProps) {
  const t = useText('spot');
  const problem = useProblemText(match, ticket)('price');
  const isOutside = ticket.problems.some(({ error }) => error === 'price_outside_band');
  const label = t('ticket.price', { currency: match.quote_currency_code });
  if (ticket.fields.kind === 'market') {
    return (
      <div className="flex flex-col gap-1">
        <span className="flex min-h-5 items-end text-xs text-muted">{label}</span>
        <p className="flex min-h-12 items-center justify-center rounded-control border border-line bg-sunken px-2 text-center text-sm leading-tight text-muted">
          {t('ticket.marketPrice')}
        </p>
      </div>
    );
  }
  const isFar = ticket.isFarFromMarket && problem === undefined;
  return (
    <DecimalStepper
      label={label}
      value={ticket.fields.price}
      onChange={(price) => ticket.edit({ price })}
      onFocus={ticket.holdPrice}
      onStep={(direction) => ticket.step('price', direction)}
      stepLabels={{ down: t('ticket.priceDown'), up: t('ticket.priceUp') }}
      problem={problem}
      hint={
        (isFar || isOutside) && (
          <>
            {isFar && <p className="text-warn">{t('ticket.farFromMarket')}</p>}
            <AllowedPrices match={match} />
          </>
        )
      }
      disabled={ticket.isLocked}
    />
  );
}

/** Interval at which the limits are reloaded while they are shown, ms. */
const LIMITS_RELOAD_MS = 10_000;

/** The present price limits of a limit order, around the reference price of the server. */
function AllowedPrices({ match }: { readonly match: CurrencyMatch }) {
  const t = useText('spot');
  const format = useFormat();
  useInterval(useSpotPairs().retry, LIMITS_RELOAD_MS);
  const { close } = useQuote(match.id, match.currency_quotation);
  const band = bandTexts(format, match, match.reference_price ?? close);
  return (
    band !== null && (
      <p className="text-muted">
        {t('ticket.priceBand', {
          low: band.low,
          high: band.high,
          currency: match.quote_currency_code,
          band: format.rate(match.price_band_ppm),
        })}
      </p>
    )
  );
}

/** The size; a market buy may be given by amount. */
export function SizeField({ match, ticket }: FieldProps) {
  const t = useText('spot');
  const { fields, basis } = ticket;
  const isAmount = basis === 'amount';
  const code = isAmount ? match.quote_currency_code : match.base_currency_code;
  const other = isAmount ? match.base_currency_code : match.quote_currency_code;
  return (
    <DecimalStepper
      label={t(isAmount ? 'ticket.amount' : 'ticket.quantity', { currency: code })}
      value={fields.size}
      onChange={(size) => ticket.edit({ size })}
      onStep={(direction) => ticket.step('size', direction)}
      stepLabels={{ down: t('ticket.sizeDown'), up: t('ticket.sizeUp') }}
      problem={useProblemText(match, ticket)('size')}
      disabled={ticket.isLocked}
      action={
        fields.kind === 'market' &&
        fields.side === 'buy' && (
          <button
            type="button"
            aria-label={t('ticket.sizeIn', { currency: other })}
            onClick={() => ticket.edit({ sizedBy: isAmount ? 'quantity' : 'amount' })}
            className="touch-target min-h-6 rounded-tag px-1 text-xs font-semibold text-accent"
          >
            ⇄ {other}
          </button>
        )
      }
    />
  );
}
