/** The mode of a bench: measuring, or a run of seconds that only proves that it works (`--smoke`). */

/** Child processes of a bench inherit this variable. */
const SMOKE_VARIABLE = 'MERIDIAN_BENCH_SMOKE';

if (process.argv.includes('--smoke')) process.env[SMOKE_VARIABLE] = '1';

export const isSmoke = process.env[SMOKE_VARIABLE] === '1';

/** Returns a size of a bench: `measured` when it measures, `smoke` when it only has to finish. */
export const sized = <T>(measured: T, smoke: T): T => (isSmoke ? smoke : measured);

/** The command-line arguments after the name of the bench. */
export const benchArguments: readonly string[] = process.argv
  .slice(3)
  .filter((argument) => !argument.startsWith('--'));
