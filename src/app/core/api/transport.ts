/** The port of HTTP: request, reply, and the failures that a transport reports. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Query of a GET, form data of a POST; files in a POST only. */
  readonly fields: Readonly<Record<string, string | File>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Told how much of a POST has been sent, 0 to 100, where the transport knows. */
  readonly onProgress?: ((percent: number) => void) | undefined;
}

export interface TransportReply {
  readonly status: number;
  /** The parsed JSON body, a picture as a `Blob`, or the text of whatever else came. */
  readonly body: unknown;
  /** What the header `Server-Time` says, where there is one. */
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
