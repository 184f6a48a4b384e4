/**
 * Version numbers for each part of the fiat market, so that clients reload a list only after a change.
 * A part is one side of one coin for one fiat currency: the content of one list.
 */
import type { FiatSide } from '../../../../contract/fiat/fiat-kinds.ts';
import { dayOf, type Clock, type EpochMs } from '../../../../contract/time.ts';
import type { FiatMarketCurrencies } from '../currencies.ts';
import type { ReferencePrices } from './reference-price.ts';

/** A part as lists name it: `side` is the side of the taker. */
export interface AdListPart {
  readonly side: FiatSide;
  readonly currencyId: number;
  readonly fiatCode: string;
}

interface Known {
  version: number;
  /** The last known reference price that floating prices follow. */
  reference: bigint | null;
  dayStart: EpochMs;
}

interface AdListVersionParts {
  readonly fiat: FiatMarketCurrencies;
  readonly references: ReferencePrices;
  readonly clock: Clock;
}

export class AdListVersions {
  readonly #fiat: FiatMarketCurrencies;
  readonly #references: ReferencePrices;
  readonly #clock: Clock;
  /** Above every number of an earlier run, because a run has fewer changes than milliseconds. */
  readonly #first: number;
  readonly #known = new Map<string, Known>();
  #changes = 0;

  constructor({ fiat, references, clock }: AdListVersionParts) {
    this.#fiat = fiat;
    this.#references = references;
    this.#clock = clock;
    this.#first = clock.now();
  }

  /**
   * The version of the shown list. It rises when an ad changes, when the reference price
   * changes, and for buy ads when a new day starts, because closed ads then return. Undefined for a
   * pair that is not traded.
   */
  of({ side, currencyId, fiatCode }: AdListPart): number | undefined {
    const coin = this.#fiat.coin(currencyId);
    const fiat = this.#fiat.currency(fiatCode);
    if (coin === undefined || fiat === undefined) return undefined;
    const reference = this.#references.of(coin, fiat);
    const key = keyOf(side, currencyId, fiatCode);
    const dayStart = dayOf(this.#clock.now());
    const known = this.#known.get(key) ?? { version: this.#first, reference, dayStart };
    this.#known.set(key, known);
    const isNewDay = side === 'sell' && known.dayStart !== dayStart;
    if (known.reference !== reference || isNewDay) known.version += 1;
    known.reference = reference;
    known.dayStart = dayStart;
    return known.version;
  }

  /** Like {@link of}, but also differs after a change that is not yet attributed to a part. */
  stateOf(part: AdListPart): string {
    return `${this.of(part)} ${this.#changes}`;
  }

  /**
   * Must be called after the commit of a change, before the request is answered. {@link adChanged}
   * follows for each ad.
   */
  changed(): void {
    this.#changes += 1;
  }

  /** Must be called after the changed ad is read. @param side the side of the merchant. */
  adChanged({ side, currencyId, fiatCode }: AdListPart): void {
    const part = { side: side === 'buy' ? 'sell' : 'buy', currencyId, fiatCode } as const;
    if (this.of(part) === undefined) return;
    const known = this.#known.get(keyOf(part.side, currencyId, fiatCode));
    if (known !== undefined) known.version += 1;
  }
}

const keyOf = (side: FiatSide, currencyId: number, fiatCode: string): string =>
  `${side} ${currencyId} ${fiatCode}`;
