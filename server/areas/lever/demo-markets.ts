/** The contract markets of the demo exchange: sizes and terms by instrument. Pure. */
import { formatUnits } from '../../../contract/money/decimal.ts';
import type { LeverMarketRules } from './lever-exchange.types.ts';
import { FIRST_FOREX_ID } from './new-market.ts';

/** An instrument that is priced in the settlement currency. */
export interface DemoInstrument {
  /** Exactly one of the two is set. */
  readonly spotMarketId: number | null;
  readonly forexSymbol: string | null;
  readonly priceScale: number;
  /** Its price to some degree, for the size of a lot. */
  readonly reference: number;
  /** 0 for the most traded coin. */
  readonly rank: number;
}

type Terms = Pick<
  LeverMarketRules,
  'calendar' | 'multiples' | 'spreadPpm' | 'feePpm' | 'nightPpm'
> & {
  /** Whole units of the settlement currency. */
  readonly netLimit: bigint;
};

const COINS = { calendar: 'coin', feePpm: 500, nightPpm: 300 } as const;
const LARGE: Terms = {
  ...COINS,
  multiples: [2, 3, 5, 10, 20, 50, 100],
  spreadPpm: 200,
  netLimit: 5_000_000n,
};
const MIDDLE: Terms = {
  ...COINS,
  multiples: [2, 3, 5, 10, 20, 50],
  spreadPpm: 300,
  netLimit: 1_000_000n,
};
const SMALL: Terms = {
  ...COINS,
  multiples: [2, 3, 5, 10, 20],
  spreadPpm: 500,
  netLimit: 300_000n,
};
const FOREX: Terms = {
  calendar: 'forex',
  multiples: [2, 5, 10, 20, 30, 50, 100],
  spreadPpm: 60,
  feePpm: 50,
  nightPpm: 40,
  netLimit: 5_000_000n,
};
/** Ranks of coins below these have these terms. */
const LARGE_END = 2;
const MIDDLE_END = 12;

/** A lot is the power of ten of the instrument that is worth at least so much. */
const LOT_VALUE_MIN = 10;
const LOTS_MAX = 10_000;
/** Longs and shorts together, and those of one owner, as parts of the limit of their difference. */
const GROSS_OF_NET = 4n;
const OWNER_PART_OF_NET = 4n;

/** @param settle the currency in which all instruments are priced. */
export function demoLeverMarkets(
  instruments: readonly DemoInstrument[],
  settle: { readonly id: number; readonly scale: number },
): readonly LeverMarketRules[] {
  const whole = 10n ** BigInt(settle.scale);
  const forex = instruments.filter(({ forexSymbol }) => forexSymbol !== null);
  return instruments.map((instrument): LeverMarketRules => {
    const { spotMarketId, forexSymbol, priceScale, reference } = instrument;
    const { netLimit, ...terms } = termsOf(instrument);
    const digits = Math.ceil(Math.log10(LOT_VALUE_MIN / reference));
    const net = netLimit * whole;
    return {
      ...terms,
      id: spotMarketId ?? FIRST_FOREX_ID + forex.indexOf(instrument),
      spotMarketId,
      forexSymbol,
      settleCurrencyId: settle.id,
      priceScale,
      lotSize: digits < 0 ? formatUnits(1n, -digits) : String(10n ** BigInt(digits)),
      tickLotUnits: 10n ** BigInt(settle.scale - priceScale + digits),
      lotsMin: 1,
      lotsMax: LOTS_MAX,
      limits: { net, gross: net * GROSS_OF_NET, owner: net / OWNER_PART_OF_NET },
      status: 'trading',
      revision: 1,
      endsAtMs: null,
    };
  });
}

function termsOf({ forexSymbol, rank }: DemoInstrument): Terms {
  if (forexSymbol !== null) return FOREX;
  if (rank < LARGE_END) return LARGE;
  return rank < MIDDLE_END ? MIDDLE : SMALL;
}
