/**
 * Every error that can cross the wire, once. The name is stable and goes into `error` of the
 * envelope, the number into `code`; the sentence for people is `locales/<tag>/errors.json` by name.
 * Order is precedence: where several rules are broken, the earliest entry is answered.
 */

export interface ErrorSpec {
  /** Envelope `code`; never 1 (success), never reused. */
  readonly code: number;
  /** HTTP status. A well-formed request that a rule refuses is 200. */
  readonly httpStatus: number;
  /** Whether the same request may succeed later without a change. */
  readonly retryable: boolean;
}

const spec = (code: number, httpStatus: number, retryable = false): ErrorSpec => ({
  code,
  httpStatus,
  retryable,
});

export const ERRORS = {
  // The request itself
  route_not_found: spec(1001, 404),
  method_not_allowed: spec(1002, 405),
  payload_too_large: spec(1003, 413),
  unsupported_media_type: spec(1004, 415),
  invalid_request: spec(1005, 400),
  rate_limited: spec(1006, 429, true),
  internal_error: spec(1007, 500, true),
  service_unavailable: spec(1008, 503, true),
  // Who is asking
  unauthorized: spec(1101, 401),
  session_ended: spec(1102, 402),
  user_disabled: spec(1103, 402),
  verification_required: spec(1104, 200),
  idempotency_key_required: spec(1105, 400),
  idempotency_key_reused: spec(1106, 200),
  // Identity
  account_format_invalid: spec(2001, 200),
  area_unknown: spec(2002, 200),
  agreement_required: spec(2003, 200),
  password_format_invalid: spec(2004, 200),
  password_length_invalid: spec(2016, 200),
  password_too_simple: spec(2005, 200),
  passwords_do_not_match: spec(2006, 200),
  invite_code_unknown: spec(2007, 200),
  code_sent_recently: spec(2008, 200, true),
  code_incorrect: spec(2009, 200),
  code_expired: spec(2010, 200),
  code_tries_exhausted: spec(2011, 200),
  account_already_registered: spec(2012, 200),
  credentials_incorrect: spec(2013, 200),
  sign_in_locked: spec(2014, 200, true),
  delivery_failed: spec(2015, 200, true),
  // Reading
  market_not_found: spec(3001, 200),
  symbol_not_found: spec(3002, 200),
  news_not_found: spec(3003, 200),
  setting_not_found: spec(3004, 200),
  currency_not_found: spec(3005, 200),
  account_not_found: spec(3006, 200),
  order_not_found: spec(3007, 200),
  // Spot orders
  market_halted: spec(4001, 200, true),
  market_cancel_only: spec(4002, 200, true),
  price_not_on_tick: spec(4003, 200),
  quantity_not_on_step: spec(4004, 200),
  order_too_large: spec(4005, 200),
  notional_too_small: spec(4006, 200),
  price_outside_band: spec(4007, 200),
  too_many_open_orders: spec(4008, 200),
  no_best_price: spec(4009, 200, true),
  insufficient_balance: spec(4010, 200),
  order_not_open: spec(4011, 200),
} as const satisfies Record<string, ErrorSpec>;

export type ErrorName = keyof typeof ERRORS;

export const SUCCESS_CODE = 1;

/** Errors of the socket, sent as `{type: "error", error}`; not part of the HTTP envelope. */
export const SOCKET_ERRORS = [
  'bad_message',
  'unknown_channel',
  'unknown_market',
  'unauthorized',
  'session_ended',
  'too_many_subscriptions',
  'too_many_messages',
] as const;
export type SocketErrorName = (typeof SOCKET_ERRORS)[number];

/**
 * Errors that the client raises by itself. They never cross the wire, but `errors.json` has a
 * sentence for each; that of `request_timeout` takes `{{seconds}}`.
 */
export const CLIENT_ERRORS = [
  'need_login',
  'request_timeout',
  'network_failed',
  'unexpected_reply',
] as const;
export type ClientErrorName = (typeof CLIENT_ERRORS)[number];
