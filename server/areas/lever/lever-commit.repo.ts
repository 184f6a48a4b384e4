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
import type { RowColumns } from '../../ledger/writer/row-columns.ts';
import type { WriterTurn } from '../../ledger/writer/writer-connection.repo.ts';
import type { GuestStatement } from '../../ledger/writer/guest.types.ts';
import {
  houseFundColumns,
  leverChangeColumns,
  leverEventColumns,
  leverOrderColumns,
  noticeColumns,
  usedMarkColumns,
} from './lever-columns.ts';
import type { SealedLeverBatch } from './lever-store.types.ts';

const TARGET = {
  journal: JOURNALS.dealing,
  transit: DEALING_TRANSIT_ACCOUNT,
  postingTable: 'dealing_postings',
} as const;

/** The parts that only some batches have; a statement without a part has no cost for it. */
interface StatementParts {
  readonly hasFunds: boolean;
  readonly hasNotices: boolean;
  readonly hasPostings: boolean;
  readonly guest: GuestStatement | null;
}

/** Statements by the name under which a connection prepares each once. */
const statements = new Map<string, string>();

function statementOf(parts: StatementParts) {
  const { hasFunds, hasNotices, hasPostings, guest } = parts;
  const name = `lever_commit${hasFunds ? '_funds' : ''}${hasNotices ? '_notices' : ''}${hasPostings ? '_postings' : ''}${guest === null ? '' : `_${guest.name}`}`;
  const text = statements.get(name) ?? writeStatement(parts);
  statements.set(name, text);
  return { name, text };
}

/** Returns the arguments of `client.query`. The result has one row, whose `committed` says whether the fence held. */
export function leverCommitQuery(batch: SealedLeverBatch, turn: WriterTurn) {
  const { ledger, newOrders, changedOrders, events, usedMarks, funds, notices, committed } = batch;
  const { guest } = committed;
  const values = [
    ...ledgerValues(turn, ledger, changedOrders.length + (guest?.foundCount ?? 0)),
    ...leverOrderColumns.values(newOrders),
    ...leverChangeColumns.values(changedOrders),
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
  const parts = { hasFunds, hasNotices, hasPostings, guest: guest?.statement ?? null };
  return { ...statementOf(parts), values };
}

function writeStatement({ hasFunds, hasNotices, hasPostings, guest }: StatementParts): string {
  let next = OWN_PARAMETERS;
  const rowsOf = <Row>(columns: RowColumns<Row>): string => {
    const unnest = columns.unnest(next);
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
  const changedFields = leverChangeColumns.names().replace(/^id, /, '');
  const newValues = leverChangeColumns.names('v.').replace(/^v\.id, /, '');
  return `
    with ${ledgerParts(TARGET)}, new_orders as (${added('lever_orders', leverOrderColumns)}
    ), changed_orders as (
      update lever_orders as lever_order set (${changedFields}) = row (${newValues})
      from fence, ${rowsOf(leverChangeColumns)} as v (${leverChangeColumns.names()})
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
