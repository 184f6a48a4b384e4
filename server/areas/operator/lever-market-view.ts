/** Contract markets as operators see them: terms, mark and sources, exposure, and the funds that cover them. */
import { formatUnits } from '../../../contract/money/decimal.ts';
import type {
  OperatorLeverHouse,
  OperatorLeverMarket,
} from '../../../contract/operator/schemas/lever.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type {
  LeverInstrument,
  LeverMarketRules,
  LeverMarkView,
  LeverView,
} from '../lever/lever.area.ts';
import { shownTerms } from './lever-terms.ts';
import { limitUseOf, refusesNext } from './lever-limit-use.ts';
import type { Acted } from './revisions.repo.ts';

/** The present price of one source. */
interface SourceReading {
  readonly sourceId: string;
  /** Null for a source without a price of the instrument. */
  readonly ticks: number | null;
  readonly atMs: EpochMs | null;
  /** False for a price that the mark ignores. */
  readonly isUsed: boolean;
}

/** An instrument that has price sources, e.g. `BTC/USDT`. */
export interface NamedInstrument extends LeverInstrument {
  readonly name: string;
}

/** The instruments of contract markets. */
export interface LeverInstruments {
  /** All instruments that a market can be opened on. */
  list(): readonly NamedInstrument[];
  /** The price on which the outside sources of a listed instrument agree, in ticks; null without one. */
  liveTicks(name: string): number | null;
  /** e.g. `BTC/USDT`. */
  name(rules: Pick<LeverMarketRules, 'spotMarketId' | 'forexSymbol'>): string;
  /** Latest state of each source; empty for an instrument without sources. */
  sources(rules: LeverMarketRules): readonly SourceReading[];
}

/** The currency of all contracts. */
export interface Settlement {
  readonly id: number;
  readonly code: string;
  readonly scale: number;
}

interface ShownLeverMarket {
  readonly rules: LeverMarketRules;
  readonly mark: LeverMarkView | undefined;
  readonly acted: Acted;
  readonly now: EpochMs;
  /** Values of all long and short positions, in units. */
  readonly exposure: { readonly longs: bigint; readonly shorts: bigint };
}

export class LeverMarketView {
  readonly #instruments: LeverInstruments;
  readonly #settlement: Settlement;

  constructor(instruments: LeverInstruments, settlement: Settlement) {
    this.#instruments = instruments;
    this.#settlement = settlement;
  }

  market({ rules, mark, acted, now, exposure }: ShownLeverMarket): OperatorLeverMarket {
    const { priceScale } = rules;
    return {
      id: rules.id,
      name: this.#instruments.name(rules),
      settle_currency_code: this.#settlement.code,
      price_scale: priceScale,
      lot_size: rules.lotSize,
      status: rules.status,
      ends_at: rules.endsAtMs,
      is_ended: rules.endsAtMs !== null && now >= rules.endsAtMs,
      ...shownTerms(rules, this.#settlement.scale),
      mark: markOf(mark, priceScale, now),
      sources: this.#instruments.sources(rules).map(({ sourceId, ticks, atMs, isUsed }) => {
        // A source may say anything; what is no price has no text.
        const isPrice = ticks !== null && Number.isSafeInteger(ticks);
        return {
          source: sourceId,
          price: isPrice ? formatUnits(BigInt(ticks), priceScale) : null,
          age_ms: atMs === null ? null : Math.max(0, now - atMs),
          is_used: isUsed,
        };
      }),
      longs: this.#amount(exposure.longs),
      shorts: this.#amount(exposure.shorts),
      limits: this.#limitsOf(rules, exposure),
      revision: acted.revision,
      last_act: acted.act,
    };
  }

  /** @param fees earned, in units. @param markets as {@link market} shows them. */
  house(
    { pool, insurance, coverBase, cover, guard, limits }: ReturnType<LeverView['house']>,
    fees: bigint,
    markets: readonly OperatorLeverMarket[],
  ): OperatorLeverHouse {
    const { scale } = this.#settlement;
    const shown = {
      move: limitUseOf(limits.move, scale),
      gap: limitUseOf(limits.gap, scale),
      loss: limitUseOf(limits.loss, scale),
    };
    return {
      currency_code: this.#settlement.code,
      pool: this.#amount(pool),
      insurance: this.#amount(insurance),
      base: this.#amount(coverBase),
      cover: this.#amount(cover),
      guard,
      fees: this.#amount(fees),
      limits: shown,
      refuses_next: refusesNext(shown, markets),
    };
  }

  #limitsOf(
    { limits }: Pick<LeverMarketRules, 'limits'>,
    { longs, shorts }: ShownLeverMarket['exposure'],
  ): OperatorLeverMarket['limits'] {
    const { scale } = this.#settlement;
    const net = longs > shorts ? longs - shorts : shorts - longs;
    return {
      net: limitUseOf({ used: net, cap: limits.net }, scale),
      gross: limitUseOf({ used: longs + shorts, cap: limits.gross }, scale),
    };
  }

  #amount(units: bigint): string {
    return formatUnits(units, this.#settlement.scale);
  }
}

function markOf(
  view: LeverMarkView | undefined,
  priceScale: number,
  now: EpochMs,
): OperatorLeverMarket['mark'] {
  const { mark, status = 'too_few', lastLiveTicks = null, atMs = now } = view ?? {};
  const ticks = mark?.state === 'live' ? mark.ticks : lastLiveTicks;
  return {
    mark: ticks === null ? null : formatUnits(BigInt(ticks), priceScale),
    mark_state: mark?.state ?? 'frozen',
    reason: status === 'live' ? null : status,
    close_only: mark?.state === 'live' && mark.isCloseOnly,
    time: atMs,
  };
}
