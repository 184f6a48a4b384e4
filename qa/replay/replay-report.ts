/** Replays an order or a record of an archive, as text and for programs. */
import type { LifecycleSpec } from '../../server/kit/lifecycle/lifecycles.types.ts';
import { replayLifecycle } from '../../server/kit/lifecycle/replay-lifecycle.ts';
import { replayLeverOrder } from '../../server/areas/lever/lever.area.ts';
import { replayMicroOrder } from '../../server/areas/micro/micro.area.ts';
import { replayOrder as replayOrderLog } from '../../server/areas/spot/spot.area.ts';
import type { ExchangeArchive } from './exchange-archive.ts';
import { recordJson, recordText, shownOrder, shownRecord } from './record-format.ts';
import type { ShownReplay } from './record-format.ts';
import { replayJson, replayText } from './replay-format.ts';

export interface ReplayReport {
  readonly text: string;
  readonly json: string;
  /** Empty if the log leads to the stored record. */
  readonly faults: readonly string[];
}

/** Undefined if there is no such order. */
export async function replayOrder(
  archive: ExchangeArchive,
  id: number,
): Promise<ReplayReport | undefined> {
  const record = await archive.findOrder(id);
  if (record === undefined) return undefined;
  const replay = replayOrderLog(record);
  return {
    text: replayText(record, replay),
    json: replayJson(record, replay),
    faults: replay.faults,
  };
}

/** Undefined if there is no such record. */
export async function replayRecord(
  archive: ExchangeArchive,
  spec: LifecycleSpec,
  id: number,
): Promise<ReplayReport | undefined> {
  const record = await archive.findRecord(spec.kind, id);
  if (record === undefined) return undefined;
  return reportOf(shownRecord(record, replayLifecycle(spec, record)));
}

/** Undefined if there is no such contract order. */
export async function replayContractOrder(
  archive: ExchangeArchive,
  id: number,
): Promise<ReplayReport | undefined> {
  const record = await archive.findContractOrder(id);
  if (record === undefined) return undefined;
  const { order } = record;
  return reportOf(shownOrder('contract-order', { order, replay: replayLeverOrder(record) }));
}

/** Undefined if there is no such fast contract. */
export async function replayFastContract(
  archive: ExchangeArchive,
  id: number,
): Promise<ReplayReport | undefined> {
  const record = await archive.findMicroOrder(id);
  if (record === undefined) return undefined;
  const { order } = record;
  return reportOf(shownOrder('micro-order', { order, replay: replayMicroOrder(record) }));
}

const reportOf = (shown: ShownReplay): ReplayReport => ({
  text: recordText(shown),
  json: recordJson(shown),
  faults: shown.faults,
});
