/** The one statement that commits a batch of the dealing writer: the ledger's part, orders, events, used marks. */
import { DEALING_TRANSIT_ACCOUNT, JOURNALS } from '../../ledger/chart.ts';
import {
  committedOf,
  ledgerParts,
  ledgerValues,
  OWN_PARAMETERS,
  postingParts,
  postingValues,
} from '../../ledger/writer/ledger-statement.repo.ts';
import { areFew } from '../../ledger/writer/row-columns.ts';
import type { RowColumns } from '../../ledger/writer/row-columns.ts';
import type { WriterTurn } from '../../ledger/writer/writer-connection.repo.ts';
import type { GuestStatement } from '../../ledger/writer/guest.types.ts';
import {
  houseFundColumns,
  LEVER_ORDER_COLUMNS,
  leverEventColumns,
  noticeColumns,
  usedMarkColumns,
} from './lever-columns.ts';
import { stepsOfBatch } from './lever-order-steps.ts';
import type { LeverOrderSteps } from './lever-order-steps.ts';
import type { SealedLeverBatch } from './lever-store.types.ts';

const TARGET = {
  journal: JOURNALS.dealing,
  transit: DEALING_TRANSIT_ACCOUNT,
  postingTable: 'dealing_postings',
} as const;

/** The parts that only some batches have; a statement without a part has no cost for it. */
interface StatementParts {
  readonly steps: LeverOrderSteps;
  readonly areFewRows: boolean;
  readonly hasFunds: boolean;
  readonly hasNotices: boolean;
  readonly hasPostings: boolean;
  readonly guest: GuestStatement | null;
}

/** Statements by the name under which a connection prepares each once. */
const statements = new Map<string, string>();

function statementOf(parts: StatementParts) {
  const { steps, areFewRows, hasFunds, hasNotices, hasPostings, guest } = parts;
  const name = [
    `lever_commit_${steps}`,
    areFewRows && 'few',
    hasFunds && 'funds',
    hasNotices && 'notices',
    hasPostings && 'postings',
    guest?.name,
  ]
    .filter(Boolean)
    .join('_');
  const text = statements.get(name) ?? writeStatement(parts);
  statements.set(name, text);
  return { name, text };
}

/** Returns the arguments of `client.query`. The result has one row, whose `committed` says whether the fence held. */
export function leverCommitQuery(batch: SealedLeverBatch, turn: WriterTurn) {
  const { ledger, newOrders, changedOrders, events, usedMarks, funds, notices, committed } = batch;
  const { guest } = committed;
  const steps = stepsOfBatch(batch);
  const columns = LEVER_ORDER_COLUMNS[steps];
  const values = [
    ...ledgerValues(turn, ledger, changedOrders.length + (guest?.foundCount ?? 0)),
    ...columns.added.values(newOrders),
    ...columns.changed.values(changedOrders),
    ...leverEventColumns.values(events),
    ...usedMarkColumns.values(usedMarks),
  ];
  const hasFunds = funds.length > 0;
  const hasNotices = notices.length > 0;
  const hasPostings = ledger.postings.length > 0;
  if (hasFunds) values.push(...houseFundColumns.values(funds));
  if (hasNotices) {
    const { atMs } = committed;
    const times = { atMs, dueAtMs: batch.noticesDueAtMs };
    values.push(...noticeColumns.values(notices.map((notice) => ({ ...notice, ...times }))));
  }
  if (guest !== null) values.push(...guest.values);
  if (hasPostings) values.push(...postingValues(ledger));
  // No other array of a batch is as long as that of its entries, or as twice that of its orders.
  const longest = Math.max(
    ledger.movements.reduce((sum, { entries }) => sum + entries.length, 0),
    2 * (newOrders.length + changedOrders.length),
  );
  const areFewRows = areFew(longest);
  const shape = { steps, areFewRows, hasFunds, hasNotices, hasPostings };
  return { ...statementOf({ ...shape, guest: guest?.statement ?? null }), values };
}

function writeStatement(parts: StatementParts): string {
  const { steps, areFewRows, hasFunds, hasNotices, hasPostings, guest } = parts;
  const orders = LEVER_ORDER_COLUMNS[steps];
  let next = OWN_PARAMETERS;
  const rowsOf = <Row>(columns: RowColumns<Row>): string => {
    const unnest = columns.unnest(next, areFewRows);
    next += columns.count;
    return unnest;
  };
  const ofGuest = (part: GuestStatement): string => {
    const first = next;
    next += part.parameterCount;
    return `, ${part.text(first)}`;
  };
  const added = <Row>(table: string, columns: RowColumns<Row>): string => `
      insert into ${table} (${columns.names()})
      select v.* from fence, ${rowsOf(columns)} as v`;
  const changedFields = orders.changed.names().replace(/^id, /, '');
  const newValues = orders.changed.names('v.').replace(/^v\.id, /, '');
  return `
    with ${ledgerParts(TARGET, { areFewRows })}, new_orders as (${added('lever_orders', orders.added)}
    ), changed_orders as (
      update lever_orders as lever_order set (${changedFields}) = row (${newValues})
      from fence, ${rowsOf(orders.changed)} as v
      where lever_order.id = v.id
      returning 1
    ), events as (${added('lever_events', leverEventColumns)}
    ), used_marks as (${added('mark_ticks', usedMarkColumns)}
    )${hasFunds ? `, funds as (${added('lever_funds', houseFundColumns)})` : ''}
    ${hasNotices ? `, notices as (${added('outbox', noticeColumns)})` : ''}
    ${guest === null ? '' : ofGuest(guest)}
    ${hasPostings ? `, ${postingParts(TARGET, next)}` : ''}
    ${committedOf(['changed_orders', ...(guest?.found ?? [])], hasPostings)}`;
}
