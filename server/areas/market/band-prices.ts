/** Middles of price bands: the slow mean of outside prices, or the own trades of a pair that an operator added. */
import type { ReferencePrices } from '../spot/spot.area.ts';

/** Last trades of open markets. */
type FollowedTrades = ReadonlyMap<number, { readonly lastTicks: number | null }>;

interface BandPrices {
  /** Slow mean of outside prices, which nothing that lasts for seconds moves. */
  meanTicks(marketId: number): number | null;
  /** Price before the first trade, of markets that operators added. */
  readonly openingTicks: ReadonlyMap<number, number | null>;
  /** Returns undefined until all stored trades are read and later ones are followed. */
  trades(): FollowedTrades | undefined;
}

/**
 * No band has a middle until trades are followed: a restored order waits for it. Otherwise its trades would be
 * missing in the prices, and those of an added pair would be around its opening price again.
 */
export const bandsOf = ({ meanTicks, openingTicks, trades }: BandPrices): ReferencePrices => ({
  priceTicks(id) {
    const followed = trades();
    if (followed === undefined) return null;
    const opening = openingTicks.get(id) ?? null;
    return opening === null ? meanTicks(id) : (followed.get(id)?.lastTicks ?? opening);
  },
});
