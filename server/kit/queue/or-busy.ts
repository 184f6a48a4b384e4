/** Converts a full queue of password hashes into a refusal. */
import { refuse } from '../../../contract/result.ts';
import type { Refusal } from '../../../contract/result.ts';
import { GateFullError } from './concurrency.ts';

const BUSY_RETRY_S = 1;

/**
 * Returns the answer, or `service_unavailable` if the queue was full; other failures are passed on.
 */
export async function orBusy<T>(answer: Promise<T>): Promise<T | Refusal<'service_unavailable'>> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GateFullError) return refuse('service_unavailable', BUSY_RETRY_S);
    throw error;
  }
}
