export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Query of a GET, form data of a POST. */
  readonly fields: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface TransportReply {
  readonly status: number;
  /** The parsed JSON body, or whatever else came. */
  readonly body: unknown;
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
