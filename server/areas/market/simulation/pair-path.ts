/**
 * The simulated price of one pair: hours, their minutes and the trades (`deals`) of the minutes, each a
 * pure function of the seed and the time. Each level is divided so that the finer one adds up to it
 * exactly: the trades of a minute form its bar, the minutes of an hour form the hour's.
 */
import { assert, ensure } from '../../../../contract/assert.ts';
import { MINUTE_MS } from '../../../../contract/time.ts';
import { divideVolume, reflectPath, type Bar } from './bars.ts';
import { MINUTES_AN_HOUR, type CurrencyPath } from './currency-path.ts';
import { fractal, namedStream, uniform, walkOctaves, type Octave } from './noise.ts';
import { RecentMap } from './recent-map.ts';

interface PairPathSpec {
  readonly base: CurrencyPath;
  readonly quote: CurrencyPath;
  /** Price in ticks when both currencies are at their reference. */
  readonly referenceTicks: number;
  /** Scale of the changes within an hour, as a fraction of the price. */
  readonly hourlyVolatility: number;
  /** At least 4, at most 600, a divisor of 60,000. */
  readonly dealsPerMinute: number;
  /** Mean volume of an hour in the smallest quantity. */
  readonly hourVolume: number;
}

/** Trades of one minute in the order of time; all arrays have one entry per trade. */
interface MinuteDeals {
  /** Prices in ticks. */
  readonly prices: Float64Array;
  /** Quantities in units of the smallest quantity. */
  readonly quantities: Float64Array;
  /** Milliseconds since the start of the minute, rising. */
  readonly offsets: Float64Array;
}

/** The lowest price in ticks, so that wicks below it stay positive. */
const TICKS_MIN = 100;
/** The lower limit of a minute's volume per trade, in smallest quantities. */
const QUANTITY_UNITS_PER_DEAL_MIN = 10;
/** The part of a slot in which its trade can fall; the rest keeps two trades apart. */
const JITTER = 0.9;
/** The number of steps of the price in an hour; the hour's high and low are a wick beyond them. */
const GLANCES_AN_HOUR = 4;

export class PairPath {
  readonly dealsPerMinute: number;
  readonly #spec: PairPathSpec;
  readonly #wicks: number;
  readonly #minuteWicks: number;
  readonly #volumes: number;
  readonly #minuteVolumes: number;
  readonly #quantities: number;
  readonly #jitter: number;
  readonly #activity: readonly Octave[];
  readonly #dealOctaves: readonly Octave[];
  /** Reused for each hour, because one call may request a month of them. */
  readonly #glances = new Float64Array(GLANCES_AN_HOUR + 1);
  readonly #recentHours = new RecentMap<readonly Bar[]>(4);
  readonly #recentMinutes = new RecentMap<MinuteDeals>(8);

  constructor(seed: number, name: string, spec: PairPathSpec) {
    assert(spec.dealsPerMinute >= 4 && spec.dealsPerMinute <= 600, 'trades a minute: 4 to 600');
    this.#spec = spec;
    this.dealsPerMinute = spec.dealsPerMinute;
    const stream = namedStream(seed, name);
    this.#wicks = namedStream(stream, 'wicks of hours');
    this.#minuteWicks = namedStream(stream, 'wicks of minutes');
    this.#volumes = namedStream(stream, 'volumes of hours');
    this.#minuteVolumes = namedStream(stream, 'volumes of minutes');
    this.#quantities = namedStream(stream, 'quantities');
    this.#jitter = namedStream(stream, 'jitter');
    this.#activity = walkOctaves(namedStream(stream, 'activity'), 6, 0.1);
    const octaves = Math.floor(Math.log2(spec.dealsPerMinute)) - 1;
    this.#dealOctaves = walkOctaves(namedStream(stream, 'ticks'), octaves, 2 ** (-octaves / 2));
  }

  /** Returns the price in ticks at the start of a trading hour. */
  ticksAtHour(hour: number): number {
    const log = this.#spec.base.logAtHour(hour) - this.#spec.quote.logAtHour(hour);
    return Math.round(this.#ticks(log));
  }

  hour(hour: number): Bar {
    const open = this.ticksAtHour(hour);
    const glances = this.#ticksOfHour(hour, this.#glances);
    const close = this.ticksAtHour(hour + 1);
    let top = Math.max(open, close);
    let bottom = Math.min(open, close);
    for (const glance of glances) {
      if (glance > top) top = glance;
      if (glance < bottom) bottom = glance;
    }
    const reach = this.#spec.hourlyVolatility;
    return {
      open,
      close,
      high: Math.round(top * (1 + reach * wick(this.#wicks, hour * 2))),
      low: Math.round(bottom * (1 - reach * wick(this.#wicks, hour * 2 + 1))),
      volume: this.#volumeOfHour(hour),
    };
  }

  /** Returns the 60 minutes of a trading hour. */
  minutes(hour: number): readonly Bar[] {
    return this.#recentHours.get(hour, () => this.#divideHour(hour));
  }

  /** Returns the trades of one minute of a trading hour. */
  deals(hour: number, minute: number): MinuteDeals {
    const index = hour * MINUTES_AN_HOUR + minute;
    return this.#recentMinutes.get(index, () =>
      this.#divideMinute(index, ensure(this.minutes(hour)[minute], 'a minute from 0 to 59')),
    );
  }

  #ticks(log: number): number {
    return Math.max(TICKS_MIN, this.#spec.referenceTicks * Math.exp(log));
  }

  #volumeOfHour(hour: number): number {
    const swing =
      Math.exp(fractal(this.#activity, hour)) * (0.6 + 0.8 * uniform(this.#volumes, hour));
    const floor = MINUTES_AN_HOUR * this.dealsPerMinute * QUANTITY_UNITS_PER_DEAL_MIN * 4;
    return Math.max(floor, Math.round(this.#spec.hourVolume * swing));
  }

  #divideHour(hour: number): readonly Bar[] {
    const whole = this.hour(hour);
    const knots = this.#ticksOfHour(hour, new Float64Array(MINUTES_AN_HOUR + 1));
    reflectPath(knots, whole);
    const volumes = Float64Array.from({ length: MINUTES_AN_HOUR }, (_, minute) => {
      return 0.5 + 3 * uniform(this.#minuteVolumes, hour * MINUTES_AN_HOUR + minute) ** 3;
    });
    divideVolume(whole.volume, volumes);
    const reach = this.#spec.hourlyVolatility / Math.sqrt(MINUTES_AN_HOUR);
    const bars: Bar[] = [];
    for (let minute = 0; minute < MINUTES_AN_HOUR; minute += 1) {
      const open = knots[minute] ?? whole.open;
      const close = knots[minute + 1] ?? whole.close;
      const index = (hour * MINUTES_AN_HOUR + minute) * 2;
      const up = wick(this.#minuteWicks, index);
      const down = wick(this.#minuteWicks, index + 1);
      bars.push({
        open,
        close,
        high: Math.min(whole.high, Math.round(Math.max(open, close) * (1 + reach * up))),
        low: Math.max(whole.low, Math.round(Math.min(open, close) * (1 - reach * down))),
        volume: volumes[minute] ?? 1,
      });
    }
    return reachExtremes(bars, whole);
  }

  /** Fills `ticks` with the prices, not rounded, at evenly spaced minutes of a trading hour, both ends included. */
  #ticksOfHour(hour: number, ticks: Float64Array): Float64Array {
    const { base, quote } = this.#spec;
    ticks.fill(0);
    base.addLogsOfHour(hour, ticks, 1);
    quote.addLogsOfHour(hour, ticks, -1);
    for (let step = 0; step < ticks.length; step += 1) {
      ticks[step] = this.#ticks(ticks[step] ?? 0);
    }
    return ticks;
  }

  #divideMinute(index: number, whole: Bar): MinuteDeals {
    const count = this.dealsPerMinute;
    const first = index * count;
    const slotMs = MINUTE_MS / count;
    const prices = new Float64Array(count);
    const quantities = new Float64Array(count);
    const offsets = new Float64Array(count);
    const reach = (whole.high - whole.low) * 0.6;
    const left = whole.open - reach * fractal(this.#dealOctaves, first);
    const right = whole.close - reach * fractal(this.#dealOctaves, first + count - 1);
    for (let slot = 0; slot < count; slot += 1) {
      const drift = left + ((right - left) * slot) / (count - 1);
      prices[slot] = drift + reach * fractal(this.#dealOctaves, first + slot);
      // Few trades are large: the weight falls off as 1/u.
      quantities[slot] = 1 / (0.03 + uniform(this.#quantities, first + slot));
      offsets[slot] = Math.floor((slot + JITTER * uniform(this.#jitter, first + slot)) * slotMs);
    }
    reflectPath(prices, whole);
    touchExtremes(prices, whole);
    divideVolume(whole.volume, quantities);
    return { prices, quantities, offsets };
  }
}

/** Returns how far a bar goes beyond its ends, as a part of its volatility: 0.3 to 0.9, mostly in the lower half. */
function wick(stream: number, index: number): number {
  return 0.3 + 0.6 * uniform(stream, index) ** 2;
}

/** Moves the highest minute to the hour's high and the lowest to its low. */
function reachExtremes(bars: Bar[], whole: Bar): readonly Bar[] {
  let highest = 0;
  let lowest = 0;
  bars.forEach((bar, minute) => {
    if (bar.high > (bars[highest]?.high ?? 0)) highest = minute;
    if (bar.low < (bars[lowest]?.low ?? 0)) lowest = minute;
  });
  const top = ensure(bars[highest], 'a highest minute');
  bars[highest] = { ...top, high: whole.high };
  const bottom = ensure(bars[lowest], 'a lowest minute');
  bars[lowest] = { ...bottom, low: whole.low };
  return bars;
}

/** Moves the highest trade between the first and the last to the bar's high, and the lowest other to its low. */
function touchExtremes(prices: Float64Array, whole: Bar): void {
  let highest = 1;
  for (let slot = 2; slot < prices.length - 1; slot += 1) {
    if ((prices[slot] ?? 0) > (prices[highest] ?? 0)) highest = slot;
  }
  let lowest = highest === 1 ? 2 : 1;
  for (let slot = 1; slot < prices.length - 1; slot += 1) {
    if (slot !== highest && (prices[slot] ?? 0) < (prices[lowest] ?? 0)) lowest = slot;
  }
  prices[highest] = whole.high;
  prices[lowest] = whole.low;
}
