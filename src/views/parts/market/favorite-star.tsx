/** The star that adds a market to the favorites. */
import { useFavorites } from '../../../app/core/hooks/use-preferences.ts';
import { useText } from '../../../i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconFavorite } from '../../../ui/icons.ts';

interface FavoriteStarProps {
  readonly matchId: number;
  /** `BTC/USDT`, for the label. */
  readonly pair: string;
  readonly className?: string;
}

/** Adds a spot market to the favorites of this browser, or removes it. */
export function FavoriteStar({ matchId, pair, className }: FavoriteStarProps) {
  const t = useText('market');
  const favorites = useFavorites();
  const isChosen = favorites.has(matchId);
  return (
    <button
      type="button"
      aria-label={t(isChosen ? 'row.removeFavorite' : 'row.addFavorite', { pair })}
      onClick={() => favorites.toggle(matchId)}
      className={classNames(
        'still-part grid size-11 shrink-0 place-items-center rounded-control -outline-offset-2',
        isChosen ? 'text-warn' : 'text-faint hover:text-ink',
        className,
      )}
    >
      <IconFavorite
        aria-hidden
        className={classNames('size-4.5 overflow-visible', isChosen && 'fill-current')}
      />
    </button>
  );
}
