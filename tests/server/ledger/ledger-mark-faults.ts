/** Faults of the stored marks of `contract-ledger.ts`, and of contract orders that acted at them. */
import type { PlantedFault } from './ledger-planted-faults.ts';

/** Changes a stored mark of BTC, which its trigger refuses. @param seq its number. */
const remarked = (changes: string, seq: number | string = 1): string => `
  alter table mark_ticks disable trigger mark_ticks_append_only;
  update mark_ticks set ${changes} where market_id = 1 and seq = ${seq};
  alter table mark_ticks enable always trigger mark_ticks_append_only`;

const MARK = /^mark_not_of_sources: market_id 1, seq 1, ticks 9725000, median 9725000/;
const ACT = /^lever_price_not_marked: order_id 1, name open, ticks 9726945, mark_seq 1/;
/** The third source of the first mark: its price decides nothing by itself. */
const third = (field: 'sourceId' | 'ticks' | 'atMs', value: string): string =>
  `sources = jsonb_set(sources, '{2,${field}}', ${value})`;

/** Faults of the first mark of BTC, at which all but one of its orders opened. */
export const MARK_FAULTS: readonly PlantedFault[] = [
  ...(
    [
      ['an opening', 1, ACT],
      ['a take-profit', null, /^lever_price_not_marked: order_id 1, name close/],
    ] as const
  ).map(([what, seq, row]): PlantedFault => ({
    what: `${what} at a mark on which sources do not agree`,
    statements: remarked(
      `${third('ticks', "to_jsonb((sources -> 2 ->> 'ticks')::bigint + 7000)")}, is_agreed = false`,
      seq ?? '(select close_mark_seq from lever_orders where id = 1)',
    ),
    named: ['lever_price_not_marked'],
    row,
  })),
  ...(
    [
      ['an opening', '1', ACT],
      [
        'a take-profit',
        '(select close_mark_seq from lever_orders where id = 1)',
        /^lever_price_not_marked: order_id 1, name close/,
      ],
    ] as const
  ).map(([what, seq, row]): PlantedFault => ({
    what: `${what} at a mark on which sources agree within higher costs than those of its order`,
    statements: `
      insert into lever_terms
      select (jsonb_populate_record(terms, '{"revision": 100, "spread_ppm": 300, "fee_ppm": 750}')).*
      from lever_terms terms where market_id = 1 limit 1;
      ${remarked(
        `${third('ticks', "to_jsonb((sources -> 2 ->> 'ticks')::bigint + 4500)")}, agreed_within_ppm = 525`,
        seq,
      )}`,
    named: ['lever_price_not_marked'],
    row,
  })),
  {
    what: 'an act at a mark when a newer one was there',
    statements: `
      insert into mark_ticks (market_id, seq, at_ms, taken_at_ms, ticks, is_agreed, agreed_within_ppm,
        is_close_only, sources)
      select market_id, seq + 1000, at_ms, 0, ticks, is_agreed, agreed_within_ppm, is_close_only, sources
      from mark_ticks where market_id = 1 order by seq desc limit 1`,
    named: ['lever_price_not_marked', 'lever_stop_out_not_justified'],
    row: /^lever_price_not_marked: order_id 4, name close, .*, newer_mark_seq \d{4}$/,
  },
  {
    what: 'an act before its mark was taken',
    statements: remarked('taken_at_ms = taken_at_ms + 1'),
    named: ['lever_price_not_marked'],
    row: ACT,
  },
  ...[
    ['one source less', 'sources - 0', '9725001'],
    ['another source', `jsonb_set(sources, '{1,ticks}', '9725001')`, '9725001'],
    ['no source', "'[]'", null],
    ['one source', `jsonb_build_array(jsonb_build_object('ticks', ticks))`, '9725000'],
  ].map(([what, sources, median]): PlantedFault => ({
    what: `a mark with ${what}`,
    statements: remarked(`sources = ${sources}`),
    named: ['mark_not_of_sources'],
    row: `mark_not_of_sources: market_id 1, seq 1, ticks 9725000${median === null ? '' : `, median ${median}`}`,
  })),
  ...[
    ['a source that votes twice', third('sourceId', "sources -> 0 -> 'sourceId'")],
    ['the own order book among its sources', third('sourceId', `'"own-book"'`)],
    ['a source without a name', third('sourceId', "'null'")],
    ['a source that was too old', third('atMs', 'to_jsonb(at_ms - 10001)')],
    ['a source that was ahead of the clock', third('atMs', 'to_jsonb(at_ms + 1001)')],
    [
      'sources that agree, although only one is fresh',
      `sources = jsonb_set(jsonb_set(sources, '{1,atMs}', to_jsonb(at_ms - 2001)), '{2,atMs}', to_jsonb(at_ms - 2001))`,
    ],
    ['sources that agree, although they are apart', third('ticks', "'9732000'")],
    ['sources that do not agree, although they do', 'is_agreed = false'],
    ['sources that agree within other costs', 'agreed_within_ppm = 351'],
    [
      'a source that is too far from the others',
      `${third('ticks', "'10794750'")}, is_agreed = false`,
    ],
    [
      'two sources that are too far from each other',
      `sources = jsonb_set(jsonb_set(sources - 2, '{0,ticks}', '9695000'), '{1,ticks}', '9755000'), is_agreed = false`,
    ],
  ].map(([what = '', changes = '']): PlantedFault => ({
    what: `a mark with ${what}`,
    statements: remarked(changes),
    // Nothing opens at a mark on which sources do not agree, or whose sources are that far apart.
    named: [
      ...(/is_agreed|9732000/.test(changes) ? ['lever_price_not_marked'] : []),
      'mark_not_of_sources',
    ],
    row: MARK,
  })),
];
