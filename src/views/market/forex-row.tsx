/** A row of a forex symbol. */
import { memo } from 'react';
import type { ForexTicker } from '../../../contract/market/market.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { CurrencyLogo } from '../../ui/currency-logo.tsx';
import { PairRow } from '../parts/market/pair-row.tsx';
import { forexPair } from '../parts/market/pair.ts';
import { ForexFigures, ForexStaleMark } from '../parts/market/quote-figures.tsx';

interface ForexRowProps {
  readonly ticker: ForexTicker;
  readonly isChosen?: boolean;
  readonly onChoose?: ((ticker: ForexTicker) => void) | undefined;
}

/** One forex symbol. Only its figures render when its quote changes. */
export const ForexRow = memo(function ForexRow({ ticker, isChosen, onChoose }: ForexRowProps) {
  const t = useText('market');
  const format = useFormat();
  const { label, path } = forexPair(ticker, 0);
  const { low, high } = ticker.currency_quotation;
  const price = (text: string) => format.price(text, ticker.price_scale);
  return (
    <PairRow
      label={label}
      path={path}
      note={ticker.is_open ? `${price(low)} – ${price(high)}` : t('pair.closed')}
      logo={<CurrencyLogo code={ticker.base_currency_code} src="" />}
      figures={<ForexFigures ticker={ticker} />}
      staleMark={<ForexStaleMark ticker={ticker} />}
      isChosen={isChosen}
      onChoose={onChoose && (() => onChoose(ticker))}
    />
  );
});
