import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { SessionPort } from './api-client.ts';

/** A private picture as bytes; asks again once when the access token had expired. @throws Error when there is none */
export async function readPicture(
  session: SessionPort,
  id: string,
  signal: AbortSignal,
): Promise<Blob> {
  const access = await session.access();
  if (access === null) throw new Error('nobody is signed in');
  const ask = (token: string) =>
    fetch(`${ENDPOINTS.readPicture.path}?${new URLSearchParams({ id }).toString()}`, {
      headers: { Authorization: token, 'X-Requested-With': 'XMLHttpRequest' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMITS.http_timeout_ms)]),
    });
  let reply = await ask(access.accessToken);
  if (reply.status === 401) {
    const next = await session.renewed(access.generation);
    if (next !== null) reply = await ask(next.accessToken);
  }
  if (reply.status === 402) session.ended(access.generation);
  const isPicture = reply.headers.get('content-type')?.startsWith('image/') ?? false;
  if (!reply.ok || !isPicture) throw new Error(`no picture: HTTP ${reply.status}`);
  return reply.blob();
}
