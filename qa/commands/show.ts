/** `show`: prints the state of a record, its history, and its open and refused events. */
import { LIFECYCLE_KINDS, type LifecycleKind } from '../../contract/lifecycle-kinds.ts';
import type { LifecycleReport } from '../../contract/operator/schemas/lifecycles.ts';
import type { EpochMs } from '../../contract/time.ts';
import {
  contractOrderReport,
  microOrderReport,
  recordReport,
  spotOrderReport,
} from '../../server/areas/operator/operator.area.ts';
import type { CliWorld, ExitCode } from '../cli-world.ts';
import type { ExchangeArchive } from '../replay/exchange-archive.ts';
import { showText } from '../show/show-text.ts';
import { UsageError } from '../usage-error.ts';

/** A number alone is that of a spot order, as for `replay`; other records need their kind. */
export async function showCommand(
  positionals: readonly string[],
  { json }: { readonly json: boolean },
  { openArchive, print, printError, now }: CliWorld,
): Promise<ExitCode> {
  const { kind, id } = wanted(positionals);
  const archive = await openArchive();
  try {
    const report = await read(archive, kind, id, now());
    if (report === undefined) throw new UsageError(`there is no ${kind} ${id}`);
    print(json ? `${JSON.stringify(report, null, 2)}\n` : showText(report));
    if (report.faults.length === 0) return 0;
    printError(`${kind} ${id} is not what its log says:\n  ${report.faults.join('\n  ')}\n`);
    return 1;
  } finally {
    await archive.close();
  }
}

function wanted([first = '', second, ...surplus]: readonly string[]): {
  readonly kind: LifecycleKind;
  readonly id: number;
} {
  if (second === undefined) return { kind: 'spot-order', id: numberOf(first) };
  if (surplus.length > 0) throw new UsageError(`unexpected argument "${surplus[0]}"`);
  const kind = LIFECYCLE_KINDS.find((one) => one === first);
  if (kind === undefined)
    throw new UsageError(`unknown kind "${first}"; kinds: ${LIFECYCLE_KINDS.join(', ')}`);
  return { kind, id: numberOf(second) };
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError('show needs the number of a record');
  return Number(text);
}

async function read(
  archive: ExchangeArchive,
  kind: LifecycleKind,
  id: number,
  now: EpochMs,
): Promise<LifecycleReport | undefined> {
  if (kind === 'spot-order') {
    const order = await archive.findOrder(id);
    return order && spotOrderReport(order, now);
  }
  if (kind === 'contract-order') {
    const order = await archive.findContractOrder(id);
    return order && contractOrderReport(order, now);
  }
  if (kind === 'micro-order') {
    const order = await archive.findMicroOrder(id);
    return order && microOrderReport(order, now);
  }
  const record = await archive.findRecord(kind, id);
  return record && recordReport(kind, record, now);
}
