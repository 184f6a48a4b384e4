/** Planted faults, each with the test that must notice it, as proof that the tests detect faults. */
import type { AnyStateMachine } from 'xstate';
import type { MachineModel } from '../models/model.ts';
import type { Rule } from '../rules/rule.ts';

interface Named {
  /** kebab-case, unique. */
  readonly name: string;
  /** The faulty behavior, as a clause. */
  readonly fault: string;
}

/** A changed definition of a machine. */
export interface MachineMutant extends Named {
  readonly place: 'machine';
  readonly model: MachineModel;
  readonly rules: readonly Rule[];
  change(machine: AnyStateMachine): AnyStateMachine;
}

/** A test file with a filter by test name. */
export interface Check {
  readonly project: 'unit' | 'server' | 'browser';
  readonly file: string;
  /** Part of the test names; the whole file if left out. */
  readonly tests?: string;
}

/** An area of the server with faults of its own; `server` has those of fiat trading over HTTP. */
export type Area =
  | 'spot'
  | 'ledger'
  | 'wallet'
  | 'custody'
  | 'market'
  | 'lifecycle'
  | 'edge'
  | 'fiat'
  | 'lever'
  | 'micro'
  | 'staking'
  | 'ieo';

/** A few replaced characters of a source file, in a copy of the tree. */
export interface SourceMutant extends Named {
  readonly place: 'server' | 'page' | Area;
  readonly file: string;
  /** The original text, which occurs exactly once, and its replacement. */
  readonly edits: readonly (readonly [from: string, to: string])[];
  /** The check that must fail with the fault and pass without it. */
  readonly check: Check;
}

export type Mutant = MachineMutant | SourceMutant;

/** The checks that noticed it; none if it went unnoticed. */
export interface Verdict {
  readonly mutant: Mutant;
  readonly caughtBy: readonly string[];
  /** Reason for which it could not be tried; null if it was. */
  readonly problem: string | null;
}
