/** The header of the contract screen: market, mark, day change, state, own trades. */
import { marketCondition, useLeverMark } from '../../app/lever/use-lever-markets.ts';
import { useIsConnected } from '../../app/core/hooks/use-is-connected.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconRecords } from '../../ui/icons.ts';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { HeaderLink } from '../parts/header-link.tsx';
import { DayChange } from './day-change.tsx';
import { myTradePath } from './lever-address.ts';
import { MarketSwitcher } from './market-switcher.tsx';
import { MarkBadge } from './mark-badge.tsx';
import type { LeverPair } from '../parts/lever/use-lever-pairs.ts';

interface LeverHeaderProps {
  readonly pair: LeverPair;
  readonly pairs: readonly LeverPair[];
}

export function LeverHeader({ pair, pairs }: LeverHeaderProps) {
  const t = useText('lever');
  return (
    <header className="flex min-h-bar flex-wrap items-center gap-x-2 px-1.5">
      <h1 className="flex min-w-0">
        <MarketSwitcher current={pair} pairs={pairs} />
      </h1>
      <MarkFigures key={pair.market.id} pair={pair} />
      <span className="ms-auto">
        <HeaderLink to={myTradePath('positions')} icon={IconRecords} label={t('mine.title')} />
      </span>
    </header>
  );
}

/** The live mark with the day change of the instrument. */
function MarkFigures({ pair: { market, pair } }: { readonly pair: LeverPair }) {
  const t = useText('lever');
  const format = useFormat();
  const mark = useLeverMark(market);
  const isConnected = useIsConnected();
  const isStale = marketCondition(mark) === 'frozen' || !isConnected;
  return (
    <p className="order-last flex basis-full flex-wrap items-center gap-x-2 px-2.5 pb-1 md:order-none md:basis-auto md:p-0">
      <span className="sr-only">{t('figure.mark')}</span>
      <span
        data-testid="mark"
        data-stale={isStale}
        className={classNames('figures text-lg font-semibold', isStale ? 'text-faint' : 'text-ink')}
      >
        {mark.price === null ? '–' : format.price(mark.price, market.price_scale)}
      </span>
      {pair !== null && <DayChange pair={pair} />}
      {isConnected ? <MarkBadge mark={mark} /> : <StaleMark isStale />}
    </p>
  );
}
