/** Asking again, as a client does. */
import type { Envelope } from '../../contract/envelope.ts';
import { errorOf } from './identity-people.ts';

/**
 * The answer of `ask`, which is called again while the server asks to come back: of very many at once on a busy
 * machine the last may wait for a connection to the database longer than one does. A write has its own key.
 */
export async function persistently<T>(ask: () => Promise<Envelope<T>>): Promise<Envelope<T>> {
  for (;;) {
    const answer = await ask();
    if (errorOf(answer) !== 'service_unavailable') return answer;
  }
}
