/** Products of fast contracts of the demo exchange. Pure. */
import { units } from '../../../contract/money/units.ts';
import type { Currency } from '../../ledger/currencies.repo.ts';
import type { MicroProduct } from './micro.types.ts';

/** An instrument of the index log: a spot market or a forex pair. */
export interface MicroInstrument {
  /** Name in the index log. */
  readonly instrument: string;
  readonly spotMarketId: number | null;
  readonly forexSymbol: string | null;
  readonly priceScale: number;
}

/** Durations in seconds, each with the profit of a win in millionths of the stake. A loss takes the stake. */
const DURATIONS: readonly (readonly [seconds: number, profitPpm: number])[] = [
  [30, 850_000],
  [60, 870_000],
  [120, 890_000],
  [300, 900_000],
];
const LOSS_PPM = 1_000_000;
/** Whole units of the settlement currency. */
const STAKE_MIN = 1n;
const STAKE_MAX = 1_000n;
const OWNER_LIMIT = 5_000n;
const SIDE_LIMIT = 100_000n;
const SKEW_LIMIT = 20_000n;

/** Returns one product for each instrument and duration. @param settle the currency of all stakes. */
export function demoMicroProducts(
  instruments: readonly MicroInstrument[],
  settle: Pick<Currency, 'scale'>,
): readonly MicroProduct[] {
  const whole = (amount: bigint) => units(amount * 10n ** BigInt(settle.scale));
  return instruments
    .flatMap((instrument) =>
      DURATIONS.map(([seconds, profitPpm]) => ({ instrument, seconds, profitPpm })),
    )
    .map(({ instrument, seconds, profitPpm }, index) => ({
      ...instrument,
      id: index + 1,
      seconds,
      profitPpm,
      lossPpm: LOSS_PPM,
      stakeMin: whole(STAKE_MIN),
      stakeMax: whole(STAKE_MAX),
      ownerLimit: whole(OWNER_LIMIT),
      sideLimit: whole(SIDE_LIMIT),
      skewLimit: whole(SKEW_LIMIT),
      status: 'trading',
      revision: 1,
    }));
}
