/** Retries, as a client does. */
import type { Envelope } from '../../contract/envelope.ts';
import { errorOf } from './users/accounts.ts';

/**
 * The response of `ask`, which is repeated while the server asks to retry: on a busy machine, one of many
 * concurrent calls may wait too long for a database connection. A write has its own key.
 */
export async function persistently<T>(ask: () => Promise<Envelope<T>>): Promise<Envelope<T>> {
  for (;;) {
    const answer = await ask();
    if (errorOf(answer) !== 'service_unavailable') return answer;
  }
}
