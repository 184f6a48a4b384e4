/** A row of the filtered list that reports when it no longer fits the filter. */
import { useEffect } from 'react';
import { useQuote } from '../../app/market/use-quote.ts';
import { MarketRow } from '../parts/market/market-row.tsx';
import type { SpotPair } from '../parts/market/pair.ts';
import { fitsFilter, type MarketFilter } from './market-filter.tsx';

interface FilteredRowProps {
  readonly pair: SpotPair;
  readonly filter: MarketFilter;
  /** Called when the live change no longer fits the filter. */
  readonly onDepart: (key: string) => void;
}

/** A row of the filtered list that reports when its market no longer fits. */
export function FilteredRow(props: FilteredRowProps) {
  return (
    <>
      {props.filter !== 'overall' && <DepartureWatch {...props} />}
      <MarketRow match={props.pair.match} />
    </>
  );
}

function DepartureWatch({ pair, filter, onDepart }: FilteredRowProps) {
  const { change } = useQuote(pair.match.id, pair.match.currency_quotation);
  const isFitting = fitsFilter(change, filter);
  useEffect(() => {
    if (!isFitting) onDepart(pair.key);
  });
  return null;
}
