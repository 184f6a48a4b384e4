/**
 * The mix of the bench: 60 % passive orders, 20 % cancels, 20 % crossing orders, over several markets and
 * many users.
 */

export type Step =
  | { readonly kind: 'cancel' }
  | {
      readonly kind: 'passive' | 'crossing';
      readonly market: number;
      readonly person: number;
      readonly side: 'buy' | 'sell';
      /** The limit, in millionths of the middle price. */
      readonly pricePpm: number;
      /** Multiples of the market's unit of quantity. */
      readonly units: number;
    };

/** A seeded source of numbers in [0, 1): xorshift32. */
export function randomOf(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

interface WorkloadSize {
  readonly markets: number;
  readonly people: number;
}

const PASSIVE = 0.6;
const CANCEL = 0.2;
/** Largest distance of passive orders from the middle, and of crossing orders beyond it. */
const SPREAD_PPM = 5_000;
const UNITS_MAX = 5;

export function nextStep(random: () => number, { markets, people }: WorkloadSize): Step {
  const kindDraw = random();
  if (kindDraw >= PASSIVE && kindDraw < PASSIVE + CANCEL) return { kind: 'cancel' };
  const kind = kindDraw < PASSIVE ? 'passive' : 'crossing';
  const side = random() < 0.5 ? 'buy' : 'sell';
  const away = kind === 'passive' ? 1 + Math.floor(random() * SPREAD_PPM) : -SPREAD_PPM;
  return {
    kind,
    market: Math.floor(random() * markets),
    person: Math.floor(random() * people),
    side,
    pricePpm: 1_000_000 + (side === 'buy' ? -away : away),
    units: 1 + Math.floor(random() * UNITS_MAX),
  };
}
