/** The header of the trade screen: pair, chart and history. */
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { IconHistory } from './trade-icons.ts';
import { IconMarket } from '../../ui/icons.ts';
import { PairSwitcher } from '../parts/market/pair-switcher.tsx';
import type { ForexPair, SpotPair } from '../parts/market/pair.ts';
import { tradePath } from '../parts/trade-path.ts';

const ICON_LINK =
  'inline-grid size-11 shrink-0 place-items-center rounded-control text-ink transition-colors duration-150 hover:bg-tint';

interface TradeHeaderProps {
  readonly pair: SpotPair;
  readonly pairs: readonly SpotPair[];
}

/** The pair, its chart and the order history, each one tap away. */
export function TradeHeader({ pair, pairs }: TradeHeaderProps) {
  const t = useText('spot');
  return (
    <header className="flex min-h-bar items-center gap-0.5 px-1.5">
      <h1 className="flex min-w-0 flex-1">
        <PairSwitcher current={pair.label} pairs={pairs} pathOf={tradePathOf} />
      </h1>
      <Link to={pair.path} aria-label={t('page.chart', { pair: pair.label })} className={ICON_LINK}>
        <IconMarket aria-hidden className="size-[1.375rem]" />
      </Link>
      <Link to="/trade?view=history" aria-label={t('history.title')} className={ICON_LINK}>
        <IconHistory aria-hidden className="size-[1.375rem]" />
      </Link>
    </header>
  );
}

const tradePathOf = (pair: SpotPair | ForexPair): string =>
  pair.kind === 'spot' ? tradePath(pair.match.id) : pair.path;
