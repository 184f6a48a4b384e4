/** What the commands of `npm run qa` need of the outside, and how they end. */
import type { EpochMs } from '../contract/time.ts';
import type { MachineModel } from './models/model.ts';
import type { Mutant, Verdict } from './mutants/mutant.ts';
import type { ExchangeArchive } from './replay/exchange-archive.ts';

/** What a command needs of the outside. */
export interface CliWorld {
  readonly models: readonly MachineModel[];
  /** Faults that can be planted. */
  readonly mutants: readonly Mutant[];
  /** Folder of the repository, where `docs` writes. */
  readonly root: string;
  /** For what runs out. */
  now(): EpochMs;
  print(text: string): void;
  printError(text: string): void;
  writeFile(path: string, text: string): Promise<void>;
  /** Opens what an exchange has stored; closed by the command. @throws ArchiveError */
  openArchive(): Promise<ExchangeArchive>;
  /** Plants faults one after the other; `tell` hears of each at once. */
  judge(mutants: readonly Mutant[], tell: (verdict: Verdict) => void): Promise<readonly Verdict[]>;
}

/** 0: done. 1: the paths miss a transition, a replay differs, or a fault was not noticed. 2: wrong use, nothing was done. */
export type ExitCode = 0 | 1 | 2;
