/** Limits and windows of the product, published as `limits.json`. Sources: SPEC 9, RULES. */

export const LIMITS = {
  http_timeout_ms: 60_000,
  toast_ms: 2_000,
  autoplay_ms: 3_000,
  verification_poll_ms: 60_000,
  popular_pairs: 3,
  body_bytes_max: 65_536,
  requests_per_minute_per_address: 1_200,
  password_length_min: 6,
  password_length_max: 16,
  strict_password_length_min: 8,
  strict_password_length_max: 64,
  verification_code_digits: 6,
  verification_code_valid_ms: 600_000,
  verification_code_resend_ms: 60_000,
  verification_code_tries_max: 5,
  verification_codes_per_address_per_hour: 60,
  verification_codes_per_account_per_day: 20,
  verification_code_failures_per_day_max: 100,
  sign_in_failures_max: 5,
  sign_in_failure_window_ms: 900_000,
  sign_in_failures_per_day_max: 100,
  access_token_valid_ms: 900_000,
  refresh_token_idle_ms: 604_800_000,
  refresh_token_absolute_ms: 2_592_000_000,
  refresh_reuse_grace_ms: 10_000,
  /** Timeout of the first attempt of a refresh. With the pause after it, half of the grace. */
  refresh_timeout_ms: 4_000,
  refresh_retry_ms: 1_000,
  kline_size_default: 300,
  kline_size_max: 1_000,
  deals_listed: 50,
  depth_levels_default: 50,
  depth_levels_max: 1_000,
  depth_interval_ms: 50,
  spot_open_orders_max: 200,
  spot_open_orders_total_max: 1_000,
  order_fills_listed: 500,
  spot_price_band_ppm: 100_000,
  spot_price_band_ppm_max: 500_000,
  spot_fee_ppm_max: 50_000,
  /** Decimals of prices and quantities: screens show no more. */
  spot_price_scale_max: 8,
  spot_quantity_scale_max: 6,
  spot_maker_fee_ppm: 1_000,
  spot_taker_fee_ppm: 1_000,
  order_page_size_default: 20,
  order_page_size_max: 100,
  idempotency_key_length_min: 16,
  idempotency_key_length_max: 64,
  idempotency_key_valid_ms: 86_400_000,
  /** Time after sending for which the app allows a command to be carried out. */
  command_valid_ms: 10_000,
  /** Longest time by which the expiry of a command may be ahead of the server's clock. */
  command_valid_ms_max: 60_000,
  /**
   * Time for which a command may still run after its caller got a fault, or its server was killed.
   */
  command_settle_ms: 5_000,
  command_outcome_poll_ms: 2_000,
  google_code_step_ms: 30_000,
  secret_failures_max: 5,
  secret_failure_window_ms: 900_000,
  secret_failures_per_day_max: 30,
  documents_taken_per_day_max: 5,
  google_binding_valid_ms: 1_800_000,
  /** Time after its last sign-in for which a device is known. */
  device_known_ms: 7_776_000_000,
  security_hold_ms: 86_400_000,
  /** Time for which the link of a mail holds the account. */
  hold_link_valid_ms: 604_800_000,
  authorization_code_valid_ms: 600_000,
  team_size_max: 10_000,
  collection_methods_max: 10,
  withdrawal_addresses_max: 50,
  picture_bytes_max: 8_388_608,
  picture_pixels_max: 50_000_000,
  picture_side_max: 2_560,
  picture_ticket_valid_ms: 3_600_000,
  picture_uploads_per_address_per_hour: 120,
  feedback_content_length_min: 10,
  feedback_content_length_max: 2_000,
  feedback_pictures_max: 4,
  feedback_open_max: 20,
  feedback_unanswered_max: 5,
  withdrawal_daily_limit_usdt: 100_000,
  withdrawal_auto_approve_usdt: 1_000,
  withdrawal_broadcast_timeout_ms: 600_000,
  faucet_claims_per_hour_max: 20,
  operator_reason_length_min: 3,
  operator_reason_length_max: 200,
  operator_session_idle_ms: 1_800_000,
  operator_session_absolute_ms: 43_200_000,
  shop_name_length_min: 2,
  shop_name_length_max: 24,
  shop_deposit_usdt: 500,
  fiat_ads_open_max: 20,
  fiat_remark_length_max: 500,
  fiat_quantity_decimals_max: 8,
  fiat_price_warning_bp: 200,
  fiat_price_band_bp: 1_000,
  fiat_price_drift_bp: 50,
  fiat_open_purchases_max: 3,
  fiat_cancellations_per_day_max: 3,
  fiat_false_payments_max: 3,
  fiat_false_payments_window_ms: 2_592_000_000,
  fiat_confirm_window_ms: 86_400_000,
  fiat_postpone_window_ms: 86_400_000,
  fiat_postponements_max: 1,
  fiat_rights_withdrawals_max: 2,
  fiat_vouchers_max: 4,
  fiat_message_length_max: 1_000,
  fiat_messages_per_minute_max: 30,
  fiat_claim_length_max: 2_000,
  fiat_chat_open_after_end_ms: 604_800_000,
  fiat_reference_ms: 10_000,
  /** A larger move of a reference price is followed at once. */
  fiat_reference_drift_bp: 30,
  allocation_page_size_max: 1_000,
  push_endpoint_length_max: 1_024,
  push_subscriptions_max: 10,
  stepper_repeat_ms: 200,
  ledger_verify_interval_ms: 30_000,
  socket_connect_tries_max: 30,
  socket_retry_ms: 1_000,
  socket_connect_timeout_ms: 5_000,
  socket_heartbeat_ms: 15_000,
  socket_idle_close_ms: 45_000,
  /** Time that a peer has to answer a close. */
  socket_close_grace_ms: 2_000,
  socket_message_bytes_max: 4_096,
  socket_messages_per_10s_max: 200,
  socket_subscriptions_max: 256,
  socket_buffered_bytes_max: 262_144,
  socket_connections_per_address_max: 100,
  quote_interval_ms_default: 50,
  quote_interval_ms_min: 16,
  quote_interval_ms_max: 1_000,
} as const;

/** Limits of deposits and withdrawals that only the server uses, published with the others. */
export const CHAIN_LIMITS = {
  deposit_credit_confirmations: 1,
  deposit_unlock_confirmations: 6,
  deposits_waiting_max: 20,
  /** Deposits below the minimum that are listed per user and UTC day. */
  small_deposits_per_day_max: 10,
  deposit_waiting_ms_max: 86_400_000,
  deposit_unknown_ms_max: 600_000,
  withdrawal_confirmations: 6,
  /** A signed transfer that waits longer for a block may get a higher fee. */
  withdrawal_fee_raise_after_ms: 180_000,
  withdrawal_gas_plain: 21_000,
  /**
   * Gas limit for chains where a plain payment costs more than on Ethereum, as the node reports.
   */
  withdrawal_gas_plain_max: 1_000_000,
  withdrawal_gas_contract: 60_000,
  withdrawal_gas_token: 120_000,
  withdrawal_network_fee_factor: 3,
  /**
   * Time for which contracts are not paid any more after a payment to one was mined and paid
   * nothing.
   */
  withdrawal_contract_hold_ms: 604_800_000,
  development_block_ms: 5_000,
} as const;

/**
 * Limits of contracts and of the operators' desks, published with the others. They are apart so that other pages load
 * none of them.
 */
export const CONTRACT_LIMITS = {
  lever_pending_orders_max: 100,
  lever_positions_max: 200,
  /** Revisions of one contract order by its owner, so that its log has an end. */
  lever_order_revisions_max: 1_000,
  lever_lots_max: 1_000_000_000,
  lever_multiple_max: 100,
  lever_spread_ppm_max: 50_000,
  lever_fee_ppm_max: 10_000,
  lever_night_ppm_max: 10_000,
  /** Least sum of spread and fee of a contract market. */
  lever_cost_ppm_min: 100,
  /** Time for which a market order waits for sources that agree. */
  lever_agreement_patience_ms: 2_000,
  /** Sources with older prices agree on nothing. */
  lever_source_fresh_ms: 2_000,
  lever_sources_fresh_min: 2,
  /** Accounts wait so long for a market without a price. */
  lever_absent_after_ms: 10_000,
  /** No account is stopped out at an older mark. */
  lever_stop_out_mark_ms_max: 2_000,
  /** Part of each opening fee that the insurance fund gets. */
  lever_insurance_percent: 20,
  /** This move of all markets must be covered by this part of pool and insurance fund. */
  lever_move_percent: 10,
  lever_covered_percent: 60,
  /** Steps of the pool guard, in percent of the funding of the pool. */
  lever_guard_reduce_percent: 60,
  lever_guard_close_percent: 40,
  lever_guard_deleverage_percent: 20,
  /** Steps of a token offering, and of one subscription to it. */
  offering_steps_max: 1_000_000_000,
  /** One operator alone moves at most so much of the contract funds in 24 hours. */
  lever_funding_alone_per_day_max_usdt: 100_000,
  /** Notice before the end of a contract market. */
  lever_notice_hours_min: 24,
  lever_notice_hours_max: 2_160,
  /** Duration of a fast contract. */
  micro_seconds_min: 10,
  micro_seconds_max: 3_600,
  /** A loss takes at most the stake. */
  micro_loss_ppm_max: 1_000_000,
  staking_cycle_days_max: 730,
  /** One percent of the principal a day. */
  staking_daily_ppb_max: 10_000_000,
  /** One operator alone moves at most so much of the pool of fast contracts, and of the savings fund, in 24 hours. */
  fund_alone_per_day_max_usdt: 100_000,
} as const;

export const KLINE_SIZE_DEFAULT = LIMITS.kline_size_default;
export const KLINE_SIZE_MAX = LIMITS.kline_size_max;
export const MARKET_ID_MAX = 2_147_483_647;
