/** The dependencies that the forms of several areas share. */
import type { Clock } from '../../../../contract/time.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { KeyValueStore } from '../key-value-store.ts';
import type { SessionActor } from '../session/session-port.ts';

/** Dependencies of the account forms' actors, provided by the runtime. */
export interface FormDeps {
  readonly api: ApiClient;
  readonly session: Pick<SessionActor, 'send'>;
  readonly clock: Clock;
  readonly store: KeyValueStore;
}

/** Problems are shown at the fields. */
export const INLINE = { reporting: 'inline' } as const;
