/** The buttons that lead from the chart to the order ticket. */
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { tradePath } from '../../parts/trade-path.ts';

const BUTTON =
  'flex min-h-12 flex-1 items-center justify-center rounded-control px-4 text-center font-semibold text-canvas';

/** Links from the chart to the ticket, with the side chosen. */
export function TradeButtons({ matchId }: { readonly matchId: number }) {
  const t = useText('spot');
  return (
    <nav
      aria-label={t('page.title')}
      className="safe-bottom shrink-0 border-t border-line bg-surface short:border-s short:border-t-0"
    >
      <div className="mx-auto flex w-full max-w-wide flex-wrap gap-3 px-gutter py-2 md:justify-end md:*:max-w-56 short:h-full short:w-auto short:min-w-28 short:flex-col short:flex-nowrap short:justify-center short:px-3 short:*:flex-none">
        <Link to={tradePath(matchId, 'buy')} className={`${BUTTON} bg-up`}>
          {t('side.buy')}
        </Link>
        <Link to={tradePath(matchId, 'sell')} className={`${BUTTON} bg-down`}>
          {t('side.sell')}
        </Link>
      </div>
    </nav>
  );
}
