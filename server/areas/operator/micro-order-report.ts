/** The event log of a fast contract, for operators: derived from its row and the points of the index log. */
import type { LifecycleReport } from '../../../contract/operator/schemas/lifecycles.ts';
import { MINUTE_MS, type EpochMs } from '../../../contract/time.ts';
import { microOrderMachine } from '../../../machines/domain/micro/micro-order.machine.ts';
import type { Database } from '../../kit/db/database.ts';
import { findMicroOrder, readStoredPoints, replayMicroOrder } from '../micro/micro.area.ts';
import type { MicroRecord } from '../micro/micro.area.ts';
import { replayedReport } from './replayed-report.ts';

/** Reads an order with the points that its replay needs; undefined for none. */
export async function readMicroRecord(
  database: Database,
  id: number,
): Promise<MicroRecord | undefined> {
  const order = await findMicroOrder(database, id);
  if (order === undefined) return undefined;
  const { instrument, acceptedAtMs, openedAtMs, settledAtMs } = order;
  const untilMs = (settledAtMs ?? openedAtMs ?? acceptedAtMs) + MINUTE_MS;
  return { order, points: await readStoredPoints(database, instrument, [acceptedAtMs, untilMs]) };
}

/** Returns the replayed state of a fast contract, and its steps. */
export const microOrderReport = (record: MicroRecord, now: EpochMs): LifecycleReport =>
  replayedReport(
    {
      kind: 'micro-order',
      machine: microOrderMachine,
      order: record.order,
      replay: replayMicroOrder(record),
    },
    now,
  );
