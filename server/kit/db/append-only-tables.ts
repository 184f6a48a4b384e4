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
  'staking_dividends',
  'staking_fundings',
  'ieo_publications',
  'ieo_fundings',
  'lifecycle_events',
  'audit_log',
  'picture_reads',
] as const;

/** Triggers that refuse false results of fast contracts, and changes of records that are fixed; each with its table. */
export const RESULT_TRIGGERS = [
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
] as const;

/** The tables of all these triggers. */
export const GUARDED_TABLES: readonly string[] = [
  ...new Set([...APPEND_ONLY_TABLES, ...RESULT_TRIGGERS.map(([table]) => table)]),
];
