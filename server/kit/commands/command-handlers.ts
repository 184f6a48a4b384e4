/** Handlers of calls that run once per idempotency key: each run is tracked, and its outcome can be read. */
import { ENDPOINTS, type Endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import { ok } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { KeyedPath } from '../../../contract/schemas/command.ts';
import type { AskOutcome } from './command-outcomes.ts';
import type { CommandsUnderWay } from './commands-under-way.ts';
import { NO_DEADLINE } from '../http/deadline.ts';
import type { Deadline } from '../http/deadline.ts';
import type { Handlers, KeyedContext } from '../http/handlers.ts';

type AnyKeyedHandler = (
  request: unknown,
  context: KeyedContext,
) => Promise<Result<unknown>> | Result<unknown>;

/** Returns the same handlers; those of calls with a key get a deadline in their context. */
export function noteWhileUnderWay(handlers: Handlers, underWay: CommandsUnderWay): Handlers {
  const noted = Object.entries(handlers).map(([name, handler]) => {
    const { path, takesKey }: Endpoint = ENDPOINTS[name as EndpointName];
    return takesKey === true
      ? [name, noting(path as KeyedPath, handler as AnyKeyedHandler, underWay)]
      : [name, handler];
  });
  return Object.fromEntries(noted) as Handlers;
}

const noting =
  (path: KeyedPath, handler: AnyKeyedHandler, underWay: CommandsUnderWay): AnyKeyedHandler =>
  (request, context) => {
    const { signedIn, idempotencyKey, expiresAt } = context;
    // The context must not be spread, because it computes its origin on demand.
    const within = (deadline: Deadline) => handler(request, Object.assign(context, { deadline }));
    if (!idempotencyKey.ok) return within(NO_DEADLINE);
    const id = { userId: signedIn.userId, path, key: idempotencyKey.value };
    return underWay.run(id, expiresAt, within);
  };

export function createCommandHandlers(askOutcome: AskOutcome): Pick<Handlers, 'getCommandOutcome'> {
  return {
    async getCommandOutcome({ path, idempotency_key: key, expires_at: expiresAt }, context) {
      const { signedIn, now } = context;
      return ok(await askOutcome({ userId: signedIn.userId, path, key, expiresAt, now }));
    },
  };
}
