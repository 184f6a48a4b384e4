/** One kind of work on an exchange that is killed repeatedly, and the comparison with the acknowledged work. */
import type { TestServer } from '../servers/test-server.ts';

export interface CrashScene {
  readonly server: TestServer;
  readonly random: () => number;
  /** True from the kill of the round on: failures have a cause then. */
  isOver(): boolean;
  /** Loads call it between two commands. It may wait until the others have enough, too. */
  rest(load: Pick<CrashLoad, 'hasEnough'>): Promise<void>;
}

/** A round is: prepare, run until the kill, restart, ask again, compare. */
export interface CrashLoad {
  /** Name in reports of the run. */
  readonly name: string;
  /** Makes what the next round needs, before the load. */
  prepare(): Promise<void>;
  /** Works until the server is gone. Never rejects. */
  run(): Promise<void>;
  /** True once enough was acknowledged in this round for its crash to prove something. */
  hasEnough(): boolean;
  /** One acknowledged step immediately before the kill. */
  lastStep?(): Promise<void>;
  /** Retries everything without a response, under its key. */
  askAgain(): Promise<void>;
  /** Differences between the stored state and what was acknowledged; after all loads have asked again. */
  contradictions(): Promise<readonly string[]>;
  /** After the last round: brings everything to its end. @returns contradictions. */
  finish(): Promise<readonly string[]>;
  /** Figures of the report, by name. */
  counts(): Readonly<Record<string, number>>;
}

export type OpenCrashLoad = (scene: CrashScene) => CrashLoad;

/** Rounds after which a load takes new users, because daily limits hold for a user. */
export const ROUNDS_PER_GENERATION = 20;
