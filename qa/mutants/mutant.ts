/** Faults planted by hand, each with what must notice it: proof that the tests of fiat trading bite. */
import type { AnyStateMachine } from 'xstate';
import type { MachineModel } from '../models/model.ts';
import type { Rule } from '../rules/rule.ts';

interface Named {
  /** kebab-case, unique. */
  readonly name: string;
  /** What is wrong then, as a clause. */
  readonly fault: string;
}

/** A changed definition of a machine. */
export interface MachineMutant extends Named {
  readonly place: 'machine';
  readonly model: MachineModel;
  readonly rules: readonly Rule[];
  change(machine: AnyStateMachine): AnyStateMachine;
}

/** A test file, and of it the tests whose names match. */
export interface Check {
  readonly project: 'unit' | 'server' | 'browser';
  readonly file: string;
  /** Part of the names; all of the file when left out. */
  readonly tests?: string;
}

/** A few characters of a source file replaced, in a copy of the tree. */
export interface SourceMutant extends Named {
  readonly place: 'server' | 'page';
  readonly file: string;
  /** What stands there, exactly once, and what stands there then. */
  readonly edits: readonly (readonly [from: string, to: string])[];
  /** What must fail then, and does not without the fault. */
  readonly check: Check;
}

export type Mutant = MachineMutant | SourceMutant;

/** What noticed it; nobody where nothing did. */
export interface Verdict {
  readonly mutant: Mutant;
  readonly caughtBy: readonly string[];
  /** Why it could not be tried; null where it was. */
  readonly problem: string | null;
}
