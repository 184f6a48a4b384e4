import { AxiosError, create, isAxiosError } from 'axios';
import { TransportFailure, type Transport } from './transport.ts';

const TIMEOUTS: readonly (string | undefined)[] = [AxiosError.ECONNABORTED, AxiosError.ETIMEDOUT];

function formData(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** A transport for writing calls by axios. */
export function createAxiosTransport(baseUrl = ''): Transport {
  const client = create({ baseURL: baseUrl, validateStatus: () => true });
  return async ({ method, path, fields, headers, timeoutMs, signal }) => {
    try {
      const reply = await client.request<unknown>({
        method,
        url: path,
        headers,
        timeout: timeoutMs,
        data: formData(fields),
        ...(signal && { signal }),
      });
      return { status: reply.status, body: reply.data };
    } catch (cause) {
      const isTimeout = isAxiosError(cause) && TIMEOUTS.includes(cause.code);
      throw new TransportFailure(isTimeout ? 'timeout' : 'network', { cause });
    }
  };
}
