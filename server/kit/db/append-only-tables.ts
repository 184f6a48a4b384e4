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
  'risk_acknowledgements',
  'index_minutes',
  'lifecycle_events',
  'audit_log',
  'picture_reads',
] as const;
