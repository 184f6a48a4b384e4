import type { OperatorEndpointName } from '../../../contract/operator/endpoints.ts';
import { OPERATOR_ENDPOINTS } from '../../../contract/operator/endpoints.ts';
import type {
  OperatorRequestInput,
  OperatorResponseOf,
} from '../../../contract/operator/routes.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { createExchange, type ExchangeDeps } from '../../app/api/exchange.ts';

/** Calls with text fields and an answer in the envelope. */
export type OperatorCallName = Exclude<OperatorEndpointName, 'readPicture'>;

export interface OperatorApiDeps extends ExchangeDeps {
  /** Of the present session; null when nobody is signed in. */
  token(): string | null;
  /** The server refused `token`. */
  ended(token: string): void;
}

export interface OperatorApi {
  /** @throws ClientError */
  call<N extends OperatorCallName>(
    name: N,
    request: OperatorRequestInput<N>,
    signal?: AbortSignal,
  ): Promise<OperatorResponseOf<N>>;
  /** Bytes of a private picture; the server notes who looked. @throws Error when there is none */
  readPicture(id: string, signal: AbortSignal): Promise<Blob>;
}

export function createOperatorApi(deps: OperatorApiDeps): OperatorApi {
  const exchange = createExchange(deps);
  return {
    async call(name, request, signal) {
      const endpoint = OPERATOR_ENDPOINTS[name];
      const token = endpoint.audience === 'operator' ? deps.token() : null;
      const reply = await exchange.send({ endpoint, request, token, signal });
      const isRefused = reply.status === 401 || reply.status === 402;
      if (isRefused && token !== null) deps.ended(token);
      return (await exchange.dataOf(reply)) as OperatorResponseOf<typeof name>;
    },
    async readPicture(id, signal) {
      const { path } = OPERATOR_ENDPOINTS.readPicture;
      const reply = await fetch(`${path}?${new URLSearchParams({ id }).toString()}`, {
        headers: { Authorization: deps.token() ?? '', 'X-Requested-With': 'XMLHttpRequest' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(LIMITS.http_timeout_ms)]),
      });
      const isPicture = reply.headers.get('content-type')?.startsWith('image/') ?? false;
      if (!reply.ok || !isPicture) throw new Error(`no picture: HTTP ${reply.status}`);
      return reply.blob();
    },
  };
}
