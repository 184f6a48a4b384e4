/** Whether a bench measures, or shows in seconds that it still runs (`--smoke`). */

/** The processes that a bench starts inherit it. */
const SMOKE_VARIABLE = 'MERIDIAN_BENCH_SMOKE';

if (process.argv.includes('--smoke')) process.env[SMOKE_VARIABLE] = '1';

export const isSmoke = process.env[SMOKE_VARIABLE] === '1';

/** A size of a bench: `measured` where it measures, `smoke` where it only has to run to its end. */
export const sized = <T>(measured: T, smoke: T): T => (isSmoke ? smoke : measured);

/** What follows the name of the bench on the command line. */
export const benchArguments: readonly string[] = process.argv
  .slice(3)
  .filter((argument) => !argument.startsWith('--'));
