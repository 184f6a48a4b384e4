/** Operators on a test server: signed in with password and authenticator, calling by name. */
import { TOTP } from 'otpauth';
import type { Envelope } from '../../contract/envelope.ts';
import { OPERATOR_ENDPOINTS } from '../../contract/operator/endpoints.ts';
import type { OperatorEndpointName } from '../../contract/operator/endpoints.ts';
import type { OperatorRequestInput, OperatorResponseOf } from '../../contract/operator/routes.ts';
import { DEMO_PASSWORD } from '../../server/identity/demo-people.ts';
import { DEMO_OPERATOR } from '../../server/operator/demo-operator.ts';
import { dataOf } from './identity-people.ts';
import type { TestServer } from './test-server.ts';

export interface OperatorCallOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls the operator's server by name: query of a GET, urlencoded form of a POST. */
export async function callOperator<N extends OperatorEndpointName>(
  { operatorOrigin }: Pick<TestServer, 'operatorOrigin'>,
  name: N,
  fields: OperatorRequestInput<N>,
  { token, headers = {} }: OperatorCallOptions = {},
): Promise<Envelope<OperatorResponseOf<N>>> {
  const { method, path } = OPERATOR_ENDPOINTS[name];
  const form = new URLSearchParams(fields as Record<string, string>);
  const isRead = method === 'GET';
  const query = isRead && form.size > 0 ? `?${form.toString()}` : '';
  const response = await fetch(`${operatorOrigin}${path}${query}`, {
    method,
    headers: { ...(token !== undefined && { authorization: token }), ...headers },
    ...(!isRead && { body: form }),
  });
  return (await response.json()) as Envelope<OperatorResponseOf<N>>;
}

/** A code of an authenticator with this key, for the clock of the machine moved by `aheadMs`. */
export const codeOf = (secret: string, aheadMs = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + aheadMs });

export interface TestOperator {
  readonly operatorId: number;
  readonly token: string;
  /** Key of the authenticator, base32. */
  readonly secret: string;
  /** With the session's token; fails with the error's name. */
  ask<N extends OperatorEndpointName>(
    name: N,
    fields: OperatorRequestInput<N>,
  ): Promise<OperatorResponseOf<N>>;
  /** The same, refusals included. */
  call<N extends OperatorEndpointName>(
    name: N,
    fields: OperatorRequestInput<N>,
  ): Promise<Envelope<OperatorResponseOf<N>>>;
}

/** Binds an authenticator to an account that has none and signs in, by default as the demo operator. */
export async function signInOperator(
  server: Pick<TestServer, 'operatorOrigin'>,
  account: string = DEMO_OPERATOR,
  password: string = DEMO_PASSWORD,
): Promise<TestOperator> {
  const { secret } = dataOf(await callOperator(server, 'createGoogleKey', { account, password }));
  const google_code = codeOf(secret);
  const session = dataOf(await callOperator(server, 'signIn', { account, password, google_code }));
  const { token, operator_id: operatorId } = session;
  const call: TestOperator['call'] = (name, fields) =>
    callOperator(server, name, fields, { token });
  return {
    operatorId,
    token,
    secret,
    call,
    ask: async (name, fields) => dataOf(await call(name, fields)),
  };
}
