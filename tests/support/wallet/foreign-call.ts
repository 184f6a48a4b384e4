/** A call that does not exist, made by a user who would benefit from it. */
import type { ErrorName } from '../../../contract/errors/catalog.ts';
import { newClientAddress } from '../servers/client-address.ts';
import type { TestServer } from '../servers/test-server.ts';
import { quickFetch } from '../servers/quick-fetch.ts';

export async function foreignCall(
  server: TestServer,
  token: string,
  name: string,
  fields: Readonly<Record<string, string>>,
): Promise<ErrorName | undefined> {
  const response = await quickFetch(`${server.origin}/api/private/${name}`, {
    method: 'POST',
    headers: { authorization: token, ...newClientAddress() },
    body: new URLSearchParams(fields),
  });
  return (response.json() as { error?: ErrorName }).error;
}
