/** The program of the servers of tests and benches: that of `npm start`, or the modules. */
import { currentServer, programOf } from '../../../scripts/server-bundle.ts';
import { SERVER_FROM_MODULES, type ServerProgram } from '../../../scripts/supervise.ts';

/** First script of the bundle of this run; child processes inherit it. Empty: the modules. */
export const BUNDLE_VARIABLE = 'MERIDIAN_SERVER_BUNDLE';

/** The program of a server. Outside a run of tests the first call may make a bundle. */
export function serverProgram(): ServerProgram {
  const bundle = process.env[BUNDLE_VARIABLE];
  if (bundle === undefined) return (current ??= currentServer());
  return bundle === '' ? SERVER_FROM_MODULES : programOf(bundle);
}
let current: ServerProgram | undefined;

/** Fixes the program of this process for its child processes, unless an outer run has done so. */
export function fixServerProgram(): void {
  if (process.env[BUNDLE_VARIABLE] !== undefined) return;
  const program = currentServer();
  process.env[BUNDLE_VARIABLE] = program === SERVER_FROM_MODULES ? '' : program.words[0];
}
