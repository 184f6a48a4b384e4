import { memo } from 'react';
import type { ForexTicker } from '../../../contract/schemas/market.ts';
import { useForexQuote } from '../../app/hooks/use-quote.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { PairRow } from './pair-row.tsx';
import { forexPair } from './pair.ts';

interface ForexRowProps {
  readonly ticker: ForexTicker;
  readonly isChosen?: boolean;
  readonly onChoose?: ((ticker: ForexTicker) => void) | undefined;
}

/** One forex symbol; renders when its own quote changes and at no other price. */
export const ForexRow = memo(function ForexRow({ ticker, isChosen, onChoose }: ForexRowProps) {
  const t = useText('market');
  const format = useFormat();
  const quote = useForexQuote(ticker.symbol, ticker.currency_quotation);
  const { label, path } = forexPair(ticker, 0);
  const { low, high } = ticker.currency_quotation;
  const price = (text: string) => format.price(text, ticker.price_scale);
  return (
    <PairRow
      label={label}
      path={path}
      note={ticker.is_open ? `${price(low)} – ${price(high)}` : t('pair.closed')}
      logo={<CurrencyLogo code={ticker.base_currency_code} src="" />}
      quote={quote}
      priceScale={ticker.price_scale}
      isChosen={isChosen}
      onChoose={onChoose && (() => onChoose(ticker))}
    />
  );
});
