/**
 * Reference prices of coins in fiat money, which floating prices follow. They come from outside sources,
 * so that no trade on the exchange moves them, and are unknown while those are thin, stale or jump.
 */
import { referencePrice } from '../../../../contract/figures/fiat.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { deviationBp, distanceBp } from '../../../../contract/money/deviation.ts';
import type { Clock, EpochMs } from '../../../../contract/time.ts';
import type { Currency } from '../../../ledger/currencies.repo.ts';
import type { CalmPrices } from '../../market/market.area.ts';
import type { FiatCurrency } from '../currencies.ts';

export interface ReferencePrices {
  /** Units of a price of the fiat currency; null while no reliable price is known. */
  of(coin: Pick<Currency, 'code'>, fiat: FiatCurrency): bigint | null;
}

interface Held {
  readonly price: bigint;
  readonly sinceMs: EpochMs;
}

/**
 * Holds a price for `fiat_reference_ms`, so that it does not change while users read it, unless it moves by
 * more than `fiat_reference_drift_bp` or becomes unknown.
 */
export function createReferencePrices(prices: CalmPrices, clock: Clock): ReferencePrices {
  const known = new Map<string, Held>();

  function held(key: string, price: bigint | null): bigint | null {
    if (price === null) {
      known.delete(key);
      return null;
    }
    const now = clock.now();
    const before = known.get(key);
    if (before !== undefined && isHeld(before, price, now)) return before.price;
    known.set(key, { price, sinceMs: now });
    return price;
  }

  return {
    of({ code }, fiat) {
      const coin = held(`coin ${code}`, prices.ofCoin(code));
      const perUsdt = held(`fiat ${fiat.code}`, prices.ofUsdt(fiat.code));
      if (coin === null || perUsdt === null) return null;
      const price = referencePrice(coin, perUsdt, fiat.priceScale);
      return price > 0n ? price : null;
    },
  };
}

function isHeld({ price, sinceMs }: Held, next: bigint, now: EpochMs): boolean {
  const ageMs = now - sinceMs;
  const drift = distanceBp(deviationBp(next, price));
  return (
    ageMs >= 0 &&
    ageMs < LIMITS.fiat_reference_ms &&
    drift <= BigInt(LIMITS.fiat_reference_drift_bp)
  );
}
