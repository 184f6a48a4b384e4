/** The star that adds a market to the favorites. */
import { useFavourites } from '../../../app/core/hooks/use-preferences.ts';
import { useText } from '../../../i18n/use-text.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconFavourite } from '../../../ui/icons.ts';

interface FavouriteStarProps {
  readonly matchId: number;
  /** `BTC/USDT`, for the label. */
  readonly pair: string;
  readonly className?: string;
}

/** Adds a spot market to the favorites of this browser, or removes it. */
export function FavouriteStar({ matchId, pair, className }: FavouriteStarProps) {
  const t = useText('market');
  const favourites = useFavourites();
  const isChosen = favourites.has(matchId);
  return (
    <button
      type="button"
      aria-label={t(isChosen ? 'row.removeFavourite' : 'row.addFavourite', { pair })}
      onClick={() => favourites.toggle(matchId)}
      className={classNames(
        'still-part grid size-11 shrink-0 place-items-center rounded-control -outline-offset-2',
        isChosen ? 'text-warn' : 'text-faint hover:text-ink',
        className,
      )}
    >
      <IconFavourite
        aria-hidden
        className={classNames('size-4.5 overflow-visible', isChosen && 'fill-current')}
      />
    </button>
  );
}
