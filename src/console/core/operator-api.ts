/** Typed calls of the operators' server, with the session's token. */
import type { OperatorEndpointName } from '../../../contract/operator/endpoints.ts';
import { OPERATOR_ENDPOINTS } from '../../../contract/operator/endpoints.ts';
import type {
  OperatorRequestInput,
  OperatorResponseOf,
} from '../../../contract/operator/routes.ts';
import { UNBIDDEN_HEADER } from '../../../contract/operator/unbidden.ts';
import { pictureIn } from '../../app/core/api/api-client.ts';
import { createHttpCalls, type HttpCallsDeps } from '../../app/core/api/http-calls.ts';

/** Calls with text fields and an answer in the envelope. */
export type OperatorCallName = Exclude<OperatorEndpointName, 'readPicture'>;

interface OperatorApiDeps extends HttpCallsDeps {
  /** Token of the present session; null if no operator is signed in. */
  token(): string | null;
  /** The server rejected `token`. */
  ended(token: string): void;
}

interface OperatorCallOptions {
  readonly signal?: AbortSignal;
  /** Sent by the page itself, not by the operator: does not extend the session. */
  readonly isUnbidden?: boolean;
}

export interface OperatorApi {
  /** @throws ClientError */
  call<N extends OperatorCallName>(
    name: N,
    request: OperatorRequestInput<N>,
    options?: OperatorCallOptions,
  ): Promise<OperatorResponseOf<N>>;
  /** Returns the bytes of a private picture; the server logs the reader. @throws ClientError */
  readPicture(id: string, signal: AbortSignal): Promise<Blob>;
}

export function createOperatorApi(deps: OperatorApiDeps): OperatorApi {
  const http = createHttpCalls(deps);
  return {
    async call(name, request, { signal, isUnbidden = false } = {}) {
      const endpoint = OPERATOR_ENDPOINTS[name];
      const token = endpoint.audience === 'operator' ? deps.token() : null;
      const headers = isUnbidden ? { [UNBIDDEN_HEADER]: '1' } : {};
      const isCommand = token !== null && endpoint.method === 'POST';
      const expiresAt = isCommand ? http.commandExpiry() : undefined;
      const reply = await http.send({ endpoint, request, token, signal, headers, expiresAt });
      const isRefused = reply.status === 401 || reply.status === 402;
      if (isRefused && token !== null) deps.ended(token);
      return (await http.dataOf(reply)) as OperatorResponseOf<typeof name>;
    },
    async readPicture(id, signal) {
      const endpoint = OPERATOR_ENDPOINTS.readPicture;
      const reply = await http.send({ endpoint, request: { id }, token: deps.token(), signal });
      return pictureIn(http, reply);
    },
  };
}
