/** What a call answers when too many passwords are being hashed just now. */
import { refuse } from '../../../contract/result.ts';
import type { Refusal } from '../../../contract/result.ts';
import { GateFullError } from './concurrency.ts';

const BUSY_RETRY_S = 1;

/** The answer, or that the caller should wait a little; other failures are passed on. */
export async function orBusy<T>(answer: Promise<T>): Promise<T | Refusal<'service_unavailable'>> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GateFullError) return refuse('service_unavailable', BUSY_RETRY_S);
    throw error;
  }
}
