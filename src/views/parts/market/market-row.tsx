/** A row of a spot market. */
import { memo } from 'react';
import type { CurrencyMatch } from '../../../../contract/market/market.ts';
import { formatTurnover } from '../../../format/turnover.ts';
import { hasPrice } from '../../../format/no-price.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CurrencyLogo } from '../../../ui/currency-logo.tsx';
import { FavoriteStar } from './favorite-star.tsx';
import { PairRow } from './pair-row.tsx';
import { spotPair } from './pair.ts';
import { SpotFigures, SpotStaleMark } from './quote-figures.tsx';

interface MarketRowProps {
  readonly match: CurrencyMatch;
  /** Second line; by default the turnover of a day. */
  readonly note?: string | undefined;
  /** Shows the star. */
  readonly hasStar?: boolean;
  readonly isChosen?: boolean;
  /**
   * A plain tap calls this instead of opening the chart's page. Must be the same function each
   * time.
   */
  readonly onChoose?: ((match: CurrencyMatch) => void) | undefined;
}

/** One spot market. Only its figures render when its quote changes. */
export const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  const { match, note, hasStar = false, isChosen, onChoose } = props;
  const t = useText('market');
  const format = useFormat();
  const { label, path } = spotPair(match);
  return (
    <PairRow
      label={label}
      path={path}
      note={
        note ??
        (hasPrice(match.currency_quotation.close)
          ? t('row.turnover', {
              turnover: formatTurnover(format.locale, match.currency_quotation.turnover),
            })
          : t('deals.empty'))
      }
      logo={<CurrencyLogo code={match.base_currency_code} src={match.base_currency.logo} />}
      figures={<SpotFigures match={match} />}
      staleMark={<SpotStaleMark match={match} />}
      leading={hasStar ? <FavoriteStar matchId={match.id} pair={label} /> : undefined}
      isChosen={isChosen}
      onChoose={onChoose && (() => onChoose(match))}
    />
  );
});
