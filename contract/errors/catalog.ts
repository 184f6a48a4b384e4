/**
 * Every error that can cross the wire, once. The name is stable and goes into `error` of the
 * envelope, the number into `code`; the sentence for users is in `locales/<tag>/errors.json` by
 * name. The order is the precedence: if a request breaks several rules, the earliest entry is
 * answered.
 */

interface ErrorSpec {
  /** Envelope `code`; never 1 (success), never reused. */
  readonly code: number;
  /** HTTP status; 200 for a well-formed request that a rule refuses. */
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
  // The caller
  unauthorized: spec(1101, 401),
  session_ended: spec(1102, 402),
  user_disabled: spec(1103, 402),
  verification_required: spec(1104, 200),
  idempotency_key_required: spec(1105, 400),
  idempotency_key_reused: spec(1106, 200),
  command_expired: spec(1108, 200),
  role_required: spec(1107, 200),
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
  device_code_required: spec(2017, 200, true),
  hold_link_invalid: spec(2018, 200),
  user_held: spec(2019, 200),
  // Security
  pay_password_not_set: spec(2101, 200),
  password_incorrect: spec(2102, 200),
  pay_password_incorrect: spec(2103, 200),
  pay_password_same_as_login: spec(2104, 200),
  google_code_required: spec(2105, 200),
  google_code_incorrect: spec(2106, 200),
  google_already_bound: spec(2107, 200),
  google_not_bound: spec(2108, 200),
  google_binding_expired: spec(2109, 200),
  secret_tries_exhausted: spec(2110, 200, true),
  authorization_code_incorrect: spec(2111, 200),
  own_authorization_code: spec(2112, 200),
  team_member_taken: spec(2113, 200),
  team_full: spec(2114, 200),
  // Pictures and real-name verification
  unsupported_file_format: spec(2201, 200),
  file_too_large: spec(2202, 413),
  picture_unreadable: spec(2203, 200),
  picture_ticket_invalid: spec(2204, 200),
  picture_not_found: spec(2205, 200),
  id_number_invalid: spec(2206, 200),
  id_number_taken: spec(2207, 200),
  verification_in_review: spec(2208, 200),
  already_verified: spec(2209, 200),
  // Collection methods, feedback
  collection_method_not_found: spec(2301, 200),
  too_many_collection_methods: spec(2302, 200),
  payment_picture_required: spec(2303, 200),
  feedback_not_found: spec(2304, 200),
  too_many_open_feedback: spec(2305, 200),
  feedback_answer_awaited: spec(2306, 200, true),
  collection_holder_differs: spec(2307, 200),
  card_number_invalid: spec(2308, 200),
  payment_account_invalid: spec(2309, 200),
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
  market_reference_unknown: spec(4012, 200, true),
  // Deposits, withdrawals, transfers
  chain_not_found: spec(4101, 200),
  deposits_suspended: spec(4102, 200, true),
  withdrawals_suspended: spec(4103, 200, true),
  deposit_not_found: spec(4104, 200),
  withdrawal_not_found: spec(4105, 200),
  withdrawal_address_required: spec(4106, 200),
  withdrawal_address_not_found: spec(4107, 200),
  withdrawal_address_invalid: spec(4108, 200),
  withdrawal_address_bound: spec(4109, 200),
  too_many_withdrawal_addresses: spec(4110, 200),
  withdrawal_on_hold: spec(4111, 200, true),
  amount_too_small: spec(4112, 200),
  amount_scale_exceeded: spec(4113, 200),
  daily_limit_exceeded: spec(4114, 200, true),
  balance_locked: spec(4115, 200, true),
  withdrawal_not_pending: spec(4116, 200),
  transfer_not_found: spec(4117, 200),
  transfer_accounts_invalid: spec(4118, 200),
  faucet_unavailable: spec(4119, 200),
  purchase_on_hold: spec(4120, 200, true),
  recipient_not_payable: spec(4121, 200),
  contract_payment_waits: spec(4122, 200),
  chain_withdrawals_closed: spec(4123, 200, true),
  shortfall_unpaid: spec(4124, 200),
  margin_in_use: spec(4125, 200),
  // Fiat trading
  fiat_currency_not_found: spec(4201, 200),
  shop_not_found: spec(4202, 200),
  shop_required: spec(4203, 200),
  shop_open: spec(4204, 200),
  shop_name_taken: spec(4205, 200),
  shop_name_invalid: spec(4226, 200),
  shop_has_open_orders: spec(4206, 200, true),
  too_many_fiat_ads: spec(4207, 200),
  fiat_ad_not_found: spec(4208, 200),
  fiat_ad_changed: spec(4209, 200),
  fiat_ad_limits_invalid: spec(4210, 200),
  fiat_ad_total_too_small: spec(4211, 200),
  fiat_reference_unknown: spec(4228, 200, true),
  fiat_price_too_far: spec(4229, 200),
  fiat_price_unconfirmed: spec(4230, 200),
  collection_method_required: spec(4212, 200),
  own_fiat_ad: spec(4213, 200),
  buying_barred: spec(4214, 200, true),
  too_many_fiat_orders: spec(4215, 200, true),
  fiat_price_changed: spec(4216, 200),
  fiat_amount_outside_limits: spec(4217, 200),
  fiat_ad_remainder_too_small: spec(4218, 200),
  payment_kind_not_taken: spec(4219, 200),
  fiat_order_not_found: spec(4220, 200),
  fiat_order_changed: spec(4221, 200),
  voucher_required: spec(4222, 200),
  fiat_chat_closed: spec(4223, 200),
  rights_already_applied: spec(4227, 200),
  push_endpoint_invalid: spec(4224, 200),
  push_unavailable: spec(4225, 200),
  // Contracts
  lever_market_not_found: spec(4301, 200),
  contracts_close_only: spec(4302, 200, true),
  market_closed: spec(4303, 200, true),
  mark_unavailable: spec(4304, 200, true),
  lots_out_of_bounds: spec(4305, 200),
  multiple_not_offered: spec(4306, 200),
  limit_price_wrong_side: spec(4307, 200),
  take_profit_wrong_side: spec(4308, 200),
  stop_loss_wrong_side: spec(4309, 200),
  price_beyond_worst: spec(4310, 200),
  too_many_contract_orders: spec(4311, 200),
  position_limit_reached: spec(4312, 200),
  exposure_limit_reached: spec(4313, 200, true),
  insufficient_margin: spec(4314, 200),
  contract_order_not_found: spec(4315, 200),
  contract_order_not_open: spec(4316, 200),
  contract_order_changed: spec(4317, 200),
  lever_market_ending: spec(4318, 200),
  lever_funds_needed: spec(4319, 200),
  lever_instrument_taken: spec(4320, 200),
  lever_lot_unsuitable: spec(4321, 200),
  lever_terms_changed: spec(4322, 200),
  // Staking
  staking_product_not_found: spec(4501, 200),
  staking_terms_changed: spec(4502, 200),
  staking_amount_out_of_bounds: spec(4503, 200),
  staking_limit_reached: spec(4504, 200),
  staking_product_sold_out: spec(4505, 200, true),
  staking_position_not_found: spec(4506, 200),
  // Token subscriptions
  offering_not_found: spec(4601, 200),
  offering_not_open: spec(4602, 200),
  quantity_out_of_bounds: spec(4603, 200),
  offering_limit_reached: spec(4604, 200),
  subscription_not_found: spec(4605, 200),
  allocation_not_published: spec(4606, 200),
  offering_tokens_missing: spec(4607, 200),
  offering_times_past: spec(4608, 200),
  // Products
  product_unavailable: spec(4351, 200),
  risk_acknowledgement_required: spec(4352, 200),
  risk_notice_changed: spec(4353, 200),
  // Fast contracts
  micro_product_not_found: spec(4401, 200),
  micro_terms_changed: spec(4402, 200),
  price_stale: spec(4403, 200, true),
  stake_out_of_bounds: spec(4404, 200),
  stake_limit_reached: spec(4405, 200, true),
  too_many_micro_orders: spec(4406, 200, true),
  daily_loss_limit_reached: spec(4407, 200),
  trading_break: spec(4408, 200),
  micro_order_not_found: spec(4409, 200),
  settlement_not_found: spec(4410, 200),
  // Operator console
  operator_credentials_incorrect: spec(5001, 200),
  operator_binding_required: spec(5002, 200),
  review_not_found: spec(5003, 200),
  user_not_found: spec(5004, 200),
  already_decided: spec(5005, 200),
  not_changed: spec(5006, 200),
  transaction_hash_invalid: spec(5007, 200),
  still_payable: spec(5008, 200, true),
  record_not_found: spec(5009, 200),
  record_changed: spec(5010, 200),
  chain_check_fails: spec(5013, 200, true),
  ledger_has_faults: spec(5014, 200, true),
  withdrawal_damaged: spec(5011, 200, true),
  transaction_differs: spec(5015, 200),
  transaction_unconfirmed: spec(5016, 200, true),
  second_operator_needed: spec(5017, 200),
  transaction_pays_withdrawal: spec(5018, 200),
  funds_needed: spec(5019, 200),
  market_exists: spec(5020, 200),
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
 * Errors of the client itself, with their codes. They never cross the wire. `common.json` has their
 * sentences, so that they are available without a network. That of `request_timeout` takes
 * `{{seconds}}`.
 */
export const CLIENT_ERRORS = {
  need_login: 9001,
  request_timeout: 9002,
  network_failed: 9003,
  unexpected_reply: 9004,
} as const;
export type ClientErrorName = keyof typeof CLIENT_ERRORS;

const SAID = 'said: ';
/**
 * A refusal whose name this release does not know, as a newer server may send, or one without a
 * name (SPEC 3 has none): it contains the server's sentence.
 */
export type UnknownRefusal = `${typeof SAID}${string}`;

export const unknownRefusal = (msg: string): UnknownRefusal => `${SAID}${msg}`;

/** Returns the server's sentence; undefined for a name that has a sentence of its own. */
export const saidBy = (name: string): string | undefined =>
  name.startsWith(SAID) ? name.slice(SAID.length) : undefined;
