/**
 * Numbers the states of each part of the fiat market, so that a list is read again only when it may look
 * otherwise. A part is one side of one coin for one money: what one list shows.
 */
import type { FiatSide } from '../../../../contract/fiat/fiat-kinds.ts';
import { dayOf, type Clock, type EpochMs } from '../../../../contract/time.ts';
import type { FiatMarketCurrencies } from './currencies.ts';
import type { ReferencePrices } from '../ads/reference-price.ts';

/** As lists name it: `side` is what whoever takes the ads does. */
export interface ShelfPart {
  readonly side: FiatSide;
  readonly currencyId: number;
  readonly fiatCode: string;
}

interface Known {
  version: number;
  /** That floating prices were last known to follow. */
  reference: bigint | null;
  dayStart: EpochMs;
}

export interface ShelfVersionParts {
  readonly fiat: FiatMarketCurrencies;
  readonly references: ReferencePrices;
  readonly clock: Clock;
}

export class ShelfVersions {
  readonly #fiat: FiatMarketCurrencies;
  readonly #references: ReferencePrices;
  readonly #clock: Clock;
  /** Above every number of an earlier run: fewer changes than milliseconds passed in it. */
  readonly #first: number;
  readonly #known = new Map<string, Known>();
  #changes = 0;

  constructor({ fiat, references, clock }: ShelfVersionParts) {
    this.#fiat = fiat;
    this.#references = references;
    this.#clock = clock;
    this.#first = clock.now();
  }

  /**
   * Of what a list would show now; a higher one than before when an ad has changed, the reference that
   * floating prices follow, or the day, with which ads that buy come back. Undefined for what is not traded.
   */
  of({ side, currencyId, fiatCode }: ShelfPart): number | undefined {
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

  /** As {@link of}, and another one as soon as anything has changed whose part is still to be found out. */
  stateOf(part: ShelfPart): string {
    return `${this.of(part)} ${this.#changes}`;
  }

  /** To be called after the commit of a change, before anybody is answered; {@link adChanged} follows for each ad. */
  changed(): void {
    this.#changes += 1;
  }

  /** To be called once a changed ad is read. @param side what its merchant does. */
  adChanged({ side, currencyId, fiatCode }: ShelfPart): void {
    const part = { side: side === 'buy' ? 'sell' : 'buy', currencyId, fiatCode } as const;
    if (this.of(part) === undefined) return;
    const known = this.#known.get(keyOf(part.side, currencyId, fiatCode));
    if (known !== undefined) known.version += 1;
  }
}

const keyOf = (side: FiatSide, currencyId: number, fiatCode: string): string =>
  `${side} ${currencyId} ${fiatCode}`;
