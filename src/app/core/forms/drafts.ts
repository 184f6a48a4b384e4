/** Drafts of forms: typed fields that outlive their screens until the form has succeeded or the user signs out. */
import type { SubmissionFields } from '../../../../machines/app/core/submission.machine.ts';
import { keptUntilSignOut } from '../kept-until-sign-out.ts';
import type { Runtime } from '../runtime.ts';

/** The fields of a form that outlive its screen. */
export interface DraftRule<Field extends string> {
  /** Fields that name the record: each record has its own draft. */
  readonly about: readonly Field[];
  /** Typed fields. Never secrets, and no pictures, whose frames would not show them. */
  readonly keeps: readonly Field[];
}

interface DraftSlot<Fields> {
  /** Returns the kept fields; none without a draft. */
  read(): Partial<Fields>;
  keep(fields: Fields): void;
  drop(): void;
}

interface Draft {
  readonly fields: SubmissionFields;
  stop(): void;
}

const draftsOf = keptUntilSignOut<string, Draft>();

/**
 * Returns the place of one draft.
 * @param slot the form and the record that it is about. @param start the initial fields of the form.
 */
export function draftSlot<Fields extends SubmissionFields>(
  runtime: Runtime,
  slot: string,
  { about, keeps }: DraftRule<keyof Fields & string>,
  start: Partial<Fields>,
): DraftSlot<Fields> {
  const drafts = draftsOf(runtime);
  const key = JSON.stringify([slot, ...about.map((field) => start[field])]);
  return {
    read: () => (drafts.get(key)?.fields ?? {}) as Partial<Fields>,
    keep(fields) {
      const kept = Object.fromEntries(keeps.map((field) => [field, fields[field] ?? '']));
      drafts.set(key, { fields: kept, stop: () => undefined });
    },
    drop: () => void drafts.delete(key),
  };
}
