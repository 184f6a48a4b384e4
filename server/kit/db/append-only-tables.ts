/** The tables whose rows are never changed or removed; each has a trigger `<table>_append_only`. */
export const APPEND_ONLY_TABLES = [
  'ledger_movements',
  'ledger_entries',
  'ledger_ranges',
  'ledger_range_sums',
  'ledger_guards',
  'ledger_moves',
  'spot_deals',
  'lever_terms',
  'lever_events',
  'lever_funds',
  'mark_ticks',
  'micro_terms',
  'micro_windows',
  'micro_points',
  'micro_funds',
  'risk_acknowledgements',
  'index_minutes',
  'index_older_parts',
  'staking_terms',
  'staking_dividends',
  'staking_fundings',
  'ieo_publications',
  'ieo_fundings',
  'deposit_proofs',
  'withdrawals_before_seals',
  'deposit_addresses',
  'lifecycle_events',
  'audit_log',
  'picture_reads',
] as const;

/** Records that are never removed; each has a trigger `<table>_kept`. */
const KEPT_RECORDS = [
  'deposits',
  'deposit_addresses',
  'withdrawals',
  'withdrawal_addresses',
  'lifecycles',
  'fiat_orders',
  'fiat_ads',
  'shops',
  'staking_products',
  'staking_positions',
  'ieo_offerings',
  'ieo_subscriptions',
  'ieo_payments',
  'fund_changes',
  'lever_fundings',
  'user_security',
] as const;
/** Records that are removed only if nothing was booked for them; each has a second trigger against `truncate`. */
const REMOVABLE_IF_UNBOOKED = ['transfers', 'deposit_recoveries', 'spot_orders'] as const;

/** All tables from which the running server removes rows. */
export const REMOVABLE_TABLES = [
  ...REMOVABLE_IF_UNBOOKED,
  'authorization_codes',
  'chain_blocks',
  'counted_attempts',
  'development_blocks',
  'development_messages',
  'development_transactions',
  'index_bodies',
  'index_parts',
  'lifecycle_timers',
  'news_texts',
  'outbox',
  'pictures',
  'push_subscriptions',
  'session_tokens',
  'sessions',
  'user_devices',
  'verification_codes',
] as const;

/** Triggers that refuse false results of fast contracts, and changes of records that are fixed; each with its table. */
export const RESULT_TRIGGERS: readonly (readonly [table: string, trigger: string])[] = [
  ['micro_orders', 'micro_orders_fixed'],
  ['micro_orders', 'micro_orders_kept'],
  ['micro_orders', 'micro_orders_placed'],
  ['micro_orders', 'micro_orders_decided'],
  ['micro_windows', 'micro_windows_logged'],
  ['micro_points', 'micro_points_logged'],
  ['index_parts', 'index_parts_signed'],
  ['index_parts', 'index_parts_kept'],
  ['index_bodies', 'index_bodies_kept'],
  ['index_bodies', 'index_bodies_aged'],
  ['spot_postings', 'spot_postings_ended'],
  ['spot_postings', 'spot_postings_kept'],
  ['dealing_postings', 'dealing_postings_ended'],
  ['dealing_postings', 'dealing_postings_kept'],
  ['staking_products', 'staking_products_added'],
  ['staking_products', 'staking_products_changed'],
  ['staking_positions', 'staking_positions_offered'],
  ['ieo_offerings', 'ieo_offerings_fixed'],
  ['user_security', 'user_security_held'],
  ['settings', 'settings_fixed'],
  ['wallet_coins', 'wallet_coins_acted'],
  ['lever_orders', 'lever_orders_ended'],
  ['lever_orders', 'lever_orders_kept'],
  ...KEPT_RECORDS.map((table) => [table, `${table}_kept`] as const),
  ...REMOVABLE_IF_UNBOOKED.flatMap((table) => [
    [table, `${table}_kept`] as const,
    [table, `${table}_not_emptied`] as const,
  ]),
];

/** The tables of all these triggers. */
export const GUARDED_TABLES: readonly string[] = [
  ...new Set([...APPEND_ONLY_TABLES, ...RESULT_TRIGGERS.map(([table]) => table)]),
];
