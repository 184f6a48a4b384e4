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
  private readonly hourOctaves: readonly Octave[];
  private readonly minuteOctaves: readonly Octave[];
  private readonly anchorLog: number;

  /**
   * @param hourlyVolatility scale of the changes within an hour, e.g. 0.003; 0 for the unit of account
   * @param anchorHour trading hour at which the currency is at its reference price
   */
  constructor(seed: number, code: string, hourlyVolatility: number, anchorHour: number) {
    this.hourOctaves =
      hourlyVolatility === 0
        ? []
        : walkOctaves(namedStream(seed, `hours of ${code}`), HOUR_OCTAVES, hourlyVolatility);
    this.minuteOctaves =
      hourlyVolatility === 0
        ? []
        : walkOctaves(
            namedStream(seed, `minutes of ${code}`),
            MINUTE_OCTAVES,
            hourlyVolatility / Math.sqrt(MINUTES_AN_HOUR),
          );
    this.anchorLog = fractal(this.hourOctaves, anchorHour);
  }

  /** At the start of a trading hour. */
  logAtHour(hour: number): number {
    return fractal(this.hourOctaves, hour) - this.anchorLog;
  }

  /** Writes the values at the 61 minute marks of a trading hour into `into`; the ends equal {@link logAtHour}. */
  logsOfHour(hour: number, into: Float64Array): void {
    const start = hour * MINUTES_AN_HOUR;
    const left = this.logAtHour(hour) - fractal(this.minuteOctaves, start);
    const right = this.logAtHour(hour + 1) - fractal(this.minuteOctaves, start + MINUTES_AN_HOUR);
    for (let minute = 0; minute <= MINUTES_AN_HOUR; minute += 1) {
      const along = minute / MINUTES_AN_HOUR;
      into[minute] = fractal(this.minuteOctaves, start + minute) + left + (right - left) * along;
    }
  }
}
