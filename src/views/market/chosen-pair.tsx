/** The figures and chart of the selected pair, next to the list on wide screens. */
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { IconForward } from '../../ui/icons.ts';
import { ForexOverview } from './kline/forex-overview.tsx';
import { SpotOverview } from '../parts/market/spot-overview.tsx';
import type { ForexPair, SpotPair } from '../parts/market/pair.ts';

/** Figures and chart of the chosen pair, next to the list on wide screens. */
export function ChosenPair({ pair }: { readonly pair: SpotPair | ForexPair }) {
  const t = useText('market');
  return (
    <section
      aria-label={pair.label}
      className="flex flex-col gap-3 rounded-card bg-surface p-3 lg:p-4"
    >
      <h2 className="text-lg font-semibold">
        <Link
          to={pair.path}
          aria-label={t('pair.openPage', { pair: pair.label })}
          className="touch-target inline-flex items-center gap-1 rounded-tag hover:text-accent"
        >
          {pair.label}
          <IconForward aria-hidden className="size-4.5 text-faint" />
        </Link>
      </h2>
      {pair.kind === 'spot' ? (
        <SpotOverview key={pair.key} match={pair.match} />
      ) : (
        <ForexOverview key={pair.key} ticker={pair.ticker} />
      )}
    </section>
  );
}
