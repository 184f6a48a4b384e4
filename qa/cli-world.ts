/** The dependencies of the `npm run qa` commands, and their exit codes. */
import type { EpochMs } from '../contract/time.ts';
import type { MachineModel } from './models/model.ts';
import type { Mutant, Verdict } from './mutants/mutant.ts';
import type { ExchangeArchive } from './replay/exchange-archive.ts';

/** The outside dependencies of a command. */
export interface CliWorld {
  readonly models: readonly MachineModel[];
  /** Faults for `mutants`. */
  readonly mutants: readonly Mutant[];
  /** Folder of the repository, to which `docs` writes. */
  readonly root: string;
  /** The present time, for expiring timers. */
  now(): EpochMs;
  print(text: string): void;
  printError(text: string): void;
  writeFile(path: string, text: string): Promise<void>;
  /** Opens the stored data of an exchange; the command closes it. @throws ArchiveError */
  openArchive(): Promise<ExchangeArchive>;
  /** Plants faults one after the other; `report` receives each verdict immediately. */
  judge(
    mutants: readonly Mutant[],
    report: (verdict: Verdict) => void,
  ): Promise<readonly Verdict[]>;
}

/**
 * 0: done. 1: the paths miss a transition, a replay differs, or a fault was not noticed. 2: wrong
 * use, and nothing was done.
 */
export type ExitCode = 0 | 1 | 2;
