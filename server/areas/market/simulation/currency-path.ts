/**
 * The value of one currency over trading time, as the logarithm of its ratio to a reference price.
 * Every pair is the difference of two such paths, so that crosses agree with their legs.
 */
import { fractal, namedStream, walkOctaves, type Octave } from './noise.ts';

export const MINUTES_AN_HOUR = 60;
/** Periods from one hour to almost two years. */
const HOUR_OCTAVES = 15;
/** Periods from one minute to 32 minutes. */
const MINUTE_OCTAVES = 6;

export class CurrencyPath {
  readonly #hourOctaves: readonly Octave[];
  readonly #minuteOctaves: readonly Octave[];
  readonly #anchorLog: number;
  /** The end of one hour is the start of the next, so that a walk through hours computes each mark once. */
  #lastHour = Number.NaN;
  #lastLog = 0;

  /**
   * @param hourlyVolatility scale of the changes within an hour, e.g. 0.003; 0 for the unit of account
   * @param anchorHour trading hour at which the currency is at its reference price
   */
  constructor(seed: number, code: string, hourlyVolatility: number, anchorHour: number) {
    this.#hourOctaves =
      hourlyVolatility === 0
        ? []
        : walkOctaves(namedStream(seed, `hours of ${code}`), HOUR_OCTAVES, hourlyVolatility);
    this.#minuteOctaves =
      hourlyVolatility === 0
        ? []
        : walkOctaves(
            namedStream(seed, `minutes of ${code}`),
            MINUTE_OCTAVES,
            hourlyVolatility / Math.sqrt(MINUTES_AN_HOUR),
          );
    this.#anchorLog = fractal(this.#hourOctaves, anchorHour);
  }

  /** Returns the value at the start of a trading hour. */
  logAtHour(hour: number): number {
    if (hour !== this.#lastHour) {
      this.#lastHour = hour;
      this.#lastLog = fractal(this.#hourOctaves, hour) - this.#anchorLog;
    }
    return this.#lastLog;
  }

  /**
   * Adds `sign` times the values at evenly spaced minutes of a trading hour to `sums`, whose length
   * is one more than a divisor of 60; the ends equal {@link logAtHour}.
   */
  addLogsOfHour(hour: number, sums: Float64Array, sign: 1 | -1): void {
    if (this.#minuteOctaves.length === 0) return;
    const steps = sums.length - 1;
    const start = hour * MINUTES_AN_HOUR;
    const left = this.logAtHour(hour) - fractal(this.#minuteOctaves, start);
    const right = this.logAtHour(hour + 1) - fractal(this.#minuteOctaves, start + MINUTES_AN_HOUR);
    for (let step = 0; step <= steps; step += 1) {
      const along = step / steps;
      const wave = fractal(this.#minuteOctaves, start + along * MINUTES_AN_HOUR);
      sums[step] = (sums[step] ?? 0) + sign * (wave + left + (right - left) * along);
    }
  }
}
