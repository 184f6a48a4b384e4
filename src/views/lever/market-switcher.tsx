/** The switch to another contract market, with live marks. */
import { memo } from 'react';
import { marketCondition, takesOrders, useLeverMark } from '../../app/lever/use-lever-markets.ts';
import { useFormat } from '../../format/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { PairSwitcher } from '../parts/market/pair-switcher.tsx';
import type { ForexPair, SpotPair } from '../parts/market/pair.ts';
import { DayChange } from './day-change.tsx';
import { leverPath } from './lever-address.ts';
import { MarkBadge } from './mark-badge.tsx';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

interface MarketSwitcherProps {
  readonly current: LeverPair;
  readonly pairs: readonly LeverPair[];
}

export function MarketSwitcher({ current, pairs }: MarketSwitcherProps) {
  const named = pairs.flatMap(({ pair }) => (pair === null ? [] : [pair]));
  const leverPairOf = ({ key }: SpotPair | ForexPair) =>
    pairs.find(({ pair }) => pair?.key === key) ?? current;
  return (
    <PairSwitcher
      current={current.label}
      pairs={named}
      pathOf={(pair) => leverPath(leverPairOf(pair).market.id)}
      rowOf={rowsOf(leverPairOf)}
    />
  );
}

const rowsOf = (leverPairOf: (pair: SpotPair | ForexPair) => LeverPair) =>
  function row(pair: SpotPair | ForexPair) {
    return <MarketChoice pair={leverPairOf(pair)} />;
  };

/** Name, live mark and day change; the state if it is not live. */
const MarketChoice = memo(function MarketChoice({ pair }: { readonly pair: LeverPair }) {
  const format = useFormat();
  const { market } = pair;
  const mark = useLeverMark(market);
  return (
    <>
      <span className="min-w-0 flex-1 @max-[21.5rem]:basis-full">
        <span className="block truncate">{pair.label}</span>
        <span className="truncate text-xs font-normal text-faint">{pair.name}</span>
      </span>
      {marketCondition(mark) !== 'live' && <MarkBadge mark={mark} />}
      <span
        className={classNames('figures text-end', takesOrders(mark) ? 'text-ink' : 'text-faint')}
      >
        {mark.price === null ? '–' : format.price(mark.price, market.price_scale)}
      </span>
      <span className="min-w-18 text-end">
        {pair.pair !== null && <DayChange pair={pair.pair} />}
      </span>
    </>
  );
});
