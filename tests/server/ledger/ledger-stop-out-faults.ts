/** Faults of stop-outs, in the form of `ledger-planted-faults.ts`. */
import { withoutTriggers } from '../../support/databases/without-triggers.ts';
import type { PlantedFault } from './ledger-planted-faults.ts';

/** Changes an order that has ended, which its trigger refuses. */
export const rewritten = (id: number, changes: string): string =>
  withoutTriggers('lever_orders', `update lever_orders set ${changes} where id = ${id}`);

/** The stop-out in the ledger of `contract-ledger.ts`: order 4 was closed with its whole account. */
export const STOP_OUT_FAULTS: readonly PlantedFault[] = [
  {
    what: 'a stop-out of an account above half of its margin',
    statements: rewritten(4, 'seen_equity = seen_margin'),
    named: ['lever_stop_out_not_justified'],
    row: /^lever_stop_out_not_justified: order_id 4, owner_id 12, /,
  },
  {
    what: 'a stop-out that saw another margin than its positions had',
    statements: rewritten(4, 'seen_margin = seen_margin + 1'),
    named: ['lever_stop_out_not_justified'],
    row: /^lever_stop_out_not_justified: order_id 4, owner_id 12, /,
  },
  {
    what: 'a stop-out that saw another equity than was settled',
    statements: rewritten(4, 'seen_equity = seen_equity - 1'),
    named: ['lever_stop_out_not_justified'],
    row: /^lever_stop_out_not_justified: order_id 4, owner_id 12, /,
  },
  {
    what: 'a stop-out for which the exchange paid more than was lacking',
    statements: rewritten(4, 'waived = waived + 1'),
    named: ['lever_booked_otherwise', 'lever_stop_out_not_justified'],
    namedAtOnce: ['lever_stop_out_not_justified'],
    row: /^lever_stop_out_not_justified: order_id 4, owner_id 12, /,
  },
  {
    what: 'a stop-out that does not say which movement came before it',
    statements: rewritten(4, 'seen_movement = null'),
    named: ['lever_stop_out_not_justified'],
    row: /^lever_stop_out_not_justified: order_id 4, owner_id 12, /,
  },
  {
    what: 'a stop-out that saw the balance of another moment',
    statements: rewritten(4, 'seen_movement = 1'),
    named: ['lever_stop_out_not_justified'],
    row: /^lever_stop_out_not_justified: order_id 4, owner_id 12, /,
  },
  ...(
    [
      ['an invented stop-out of a covered account', 'div(margin, 2)', '607\\d+'],
      [
        'a stop-out of a covered account that says what it saw',
        '5441506093::numeric * 10 ^ 12',
        '5\\d+',
      ],
    ] as const
  ).map(([what, equity, seen]): PlantedFault => ({
    what,
    // Position 1 was closed at its take-profit, while position 7 was open.
    statements: rewritten(
      1,
      `close_reason = 'stop_out', seen_margin = margin + (select margin from lever_orders where id = 7),
      seen_equity = ${equity}, seen_marks = (
        select jsonb_build_array(jsonb_build_object('marketId', 3, 'seq', max(seq)))
        from mark_ticks where market_id = 3
      ), seen_movement = (
        select number - 1 from ledger_movements where recipe = 'lever.closed' and cause_id = '1'
      )`,
    ),
    named: ['lever_stop_out_not_justified'],
    row: new RegExp(
      `^lever_stop_out_not_justified: order_id 1, owner_id 11, seen_equity ${seen}, equity 5441506093000000000000, seen_margin (\\d+), margin \\1, is_unpriced false, is_old false$`,
    ),
  })),
];

/** Faults of the ledger of `stopped-ledger.ts`: order 1 was stopped out while order 2 had no price. */
export const STOPPED_FAULTS: readonly PlantedFault[] = [
  [
    'a stop-out that counts an absent market at an older mark',
    `seen_marks = jsonb_set(seen_marks, '{0,seq}', (
       select to_jsonb(min(seq)) from mark_ticks where market_id = 2))`,
  ],
  ['a stop-out that leaves out an absent market', `seen_marks = '[]'`],
  [
    'a stop-out that counts an absent market without its profit',
    `seen_equity = seen_equity - (select (360000 - open_ticks) * lots * tick_lot_units
       from lever_orders where id = 2)`,
  ],
].map(([what = '', changes = '']): PlantedFault => ({
  what,
  statements: rewritten(1, changes),
  named: ['lever_stop_out_not_justified'],
  row: /^lever_stop_out_not_justified: order_id 1, owner_id 11, /,
}));
