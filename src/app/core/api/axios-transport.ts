/** The axios transport of POST calls, with upload progress. */
import { AxiosError, create, isAxiosError, type AxiosProgressEvent } from 'axios';
import { SERVER_TIME_HEADER } from '../../../../contract/command-headers.ts';
import { TransportFailure, type Transport, type TransportRequest } from './transport.ts';

const TIMEOUTS: readonly (string | undefined)[] = [AxiosError.ECONNABORTED, AxiosError.ETIMEDOUT];

function formData(fields: TransportRequest['fields']): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const percentTo =
  (notify: (percent: number) => void) =>
  ({ loaded, total }: AxiosProgressEvent) => {
    if (total !== undefined && total > 0) notify(Math.floor((loaded / total) * 100));
  };

/** Creates a transport for writing calls by axios. */
export function createAxiosTransport(baseUrl = ''): Transport {
  const client = create({ baseURL: baseUrl, validateStatus: () => true });
  return async ({ method, path, fields, headers, timeoutMs, signal, onProgress }) => {
    try {
      const reply = await client.request<unknown>({
        method,
        url: path,
        headers,
        timeout: timeoutMs,
        data: formData(fields),
        ...(signal && { signal }),
        ...(onProgress && { onUploadProgress: percentTo(onProgress) }),
      });
      const serverTime = reply.headers[SERVER_TIME_HEADER] as string | undefined;
      return { status: reply.status, body: reply.data, serverTime };
    } catch (cause) {
      const isTimeout = isAxiosError(cause) && TIMEOUTS.includes(cause.code);
      throw new TransportFailure(isTimeout ? 'timeout' : 'network', { cause });
    }
  };
}
