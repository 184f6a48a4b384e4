/** The port of HTTP: request, reply, and the failures that a transport reports. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Query of a GET, form data of a POST; files in a POST only. */
  readonly fields: Readonly<Record<string, string | File>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with the sent part of a POST, 0 to 100, if the transport knows it. */
  readonly onProgress?: ((percent: number) => void) | undefined;
}

export interface TransportReply {
  readonly status: number;
  /** The parsed JSON body, a picture as a `Blob`, or any other text. */
  readonly body: unknown;
  /** Value of the header `Server-Time`, if present. */
  readonly serverTime?: string | null | undefined;
}

/** Sends one request. @throws TransportFailure when no reply came. */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

export class TransportFailure extends Error {
  readonly reason: 'timeout' | 'network';

  constructor(reason: TransportFailure['reason'], options?: ErrorOptions) {
    super(`no reply: ${reason}`, options);
    this.reason = reason;
  }
}
