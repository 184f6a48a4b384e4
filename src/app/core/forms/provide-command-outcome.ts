/** Provides the actors that read the outcome of a command after a lost response. */
import { fromCallback, fromPromise } from 'xstate';
import { ensure } from '../../../../contract/assert.ts';
import type { KeyedPath } from '../../../../contract/schemas/command.ts';
import {
  createCommandOutcomeMachine,
  type AskedOutcome,
  type CommandOutcomeEvent,
} from '../../../../machines/app/core/command-outcome.machine.ts';
import type { Intent } from '../../../../machines/app/core/intent.rules.ts';
import type { ApiClient, CallOptions } from '../api/api-client.ts';
import { callAnswer } from '../api/call-answer.ts';
import type { Runtime } from '../runtime.ts';
import { watchNetwork } from './watch-network.ts';

export interface CommandDeps {
  readonly api: ApiClient;
  /**
   * Calls `notify` at each change, and immediately if the device is offline. @returns a function that
   * ends it.
   */
  watchNetwork(notify: (isOnline: boolean) => void): () => void;
}

export const commandDepsOf = (runtime: Runtime): CommandDeps => ({
  api: runtime.api,
  watchNetwork: (notify) => watchNetwork(runtime.page, notify),
});

/**
 * Reads the record that a command made, in the form of the command's answer; null while it cannot
 * be read yet. @throws ClientError
 */
export type ReadRecord<Answer> = (
  id: string,
  api: ApiClient,
  options: CallOptions,
) => Promise<Answer | null>;

/** Provides the query for the outcome of a command sent to `path`; all its calls only read. */
export function provideCommandOutcome<Answer>(
  path: KeyedPath,
  readRecord: ReadRecord<Answer>,
  deps: CommandDeps,
) {
  const { api } = deps;

  async function find(
    { key, expiresAt }: Intent,
    signal: AbortSignal,
  ): Promise<AskedOutcome<Answer>> {
    // The query repeats until the outcome is known, so failures are not shown.
    const options = { reporting: 'silent', signal } as const;
    const question = { path, idempotency_key: key, expires_at: String(expiresAt) };
    const asked = await callAnswer(api.call('getCommandOutcome', question, options));
    if (!asked.ok) return asked;
    const { state, record_id: recordId, error } = asked.value;
    if (state === 'refused') {
      const answer = { ok: false, error: ensure(error, 'the error of a refusal') } as const;
      return { ok: true, value: { state: 'answered', answer } };
    }
    if (state !== 'executed') return { ok: true, value: { state } };
    const id = ensure(recordId, 'the record of a command that was carried out');
    const answer = await callAnswer(readRecord(id, api, options));
    if (!answer.ok) return answer;
    const { value } = answer;
    return {
      ok: true,
      value:
        value === null ? { state: 'pending' } : { state: 'answered', answer: { ok: true, value } },
    };
  }

  return createCommandOutcomeMachine<Answer>().provide({
    actors: {
      ask: fromPromise<AskedOutcome<Answer>, Intent>(({ input, signal }) => find(input, signal)),
      watchNetwork: fromCallback(({ sendBack }) =>
        deps.watchNetwork((isOnline) => {
          const type = isOnline ? 'network.back' : 'network.lost';
          sendBack({ type } satisfies CommandOutcomeEvent);
        }),
      ),
    },
  });
}
