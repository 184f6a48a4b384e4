/** The part of a lifecycle's context that operators see. */
import type { LifecycleReport } from '../../../contract/operator/schemas/lifecycles.ts';

/** Returns amounts, counts and flags; texts that users or operators wrote stay out of the report. */
export function scalarsOf(context: object): LifecycleReport['context'] {
  const entries = Object.entries(context).filter(
    ([name, value]) => !/text$/i.test(name) && (value === null || typeof value !== 'object'),
  );
  return Object.fromEntries(entries) as LifecycleReport['context'];
}
