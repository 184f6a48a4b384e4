/** The event log of a contract order, for operators: derived from the rows of its writer. */
import type { LifecycleReport } from '../../../contract/operator/schemas/lifecycles.ts';
import type { EpochMs } from '../../../contract/time.ts';
import { contractOrderMachine } from '../../../machines/domain/lever/contract-order.machine.ts';
import { replayLeverOrder } from '../lever/lever.area.ts';
import type { LeverRecord } from '../lever/lever.area.ts';
import { replayedReport } from './replayed-report.ts';

/** Returns the replayed state of a contract order, and its steps. */
export const contractOrderReport = (record: LeverRecord, now: EpochMs): LifecycleReport =>
  replayedReport(
    {
      kind: 'contract-order',
      machine: contractOrderMachine,
      order: record.order,
      replay: replayLeverOrder(record),
    },
    now,
  );
