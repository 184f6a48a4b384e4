/** Composes fast contracts: their part of the dealing writer, their calls, and their part of the USER channel. */
import {
  createMicroHandlers,
  createMicroHistory,
  MicroWire,
  NO_MICRO_DESK,
  NO_MICRO_HANDLERS,
  openMicro,
  settlementFileOf,
  startMicroConformance,
  startMicroCounting,
} from '../areas/micro/micro.area.ts';
import type {
  MicroCommands,
  MicroDeskCommands,
  MicroDeskView,
  MicroHandlers,
} from '../areas/micro/micro.area.ts';
import { indexCryptoOf, readStoredPoints } from '../areas/price-index/price-index.area.ts';
import type { ProductRules } from '../areas/people/people.area.ts';
import type { OwingUsers } from '../areas/wallet/wallet.area.ts';
import { withMicroUsers } from '../edge/ws/micro-sources.ts';
import type { UserSource } from '../edge/ws/sources.ts';
import type { CommandRate } from '../kit/limits/command-rate.ts';
import type { Base } from './base-services.ts';
import type { Foundation } from './dependencies.ts';

export interface FastContracts {
  readonly handlers: MicroHandlers;
  readonly commands: Pick<MicroCommands, 'findKeyed'>;
  /** For operators. */
  readonly desk: MicroDeskCommands & MicroDeskView;
  /** Returns `source` with the fast contracts and the account of each user added. */
  joinedTo(source: UserSource): UserSource;
}

interface FastContractParts {
  readonly owing: Pick<OwingUsers, 'has'>;
  readonly rate: Pick<CommandRate, 'take'>;
  readonly products: Pick<ProductRules, 'isOffered' | 'hasAcknowledged'>;
}

/** Without an index log there are no fast contracts. */
const NONE: FastContracts = {
  handlers: NO_MICRO_HANDLERS,
  commands: { findKeyed: () => Promise.resolve(undefined) },
  desk: NO_MICRO_DESK,
  joinedTo: (source) => source,
};

/** Open contracts run to their end on an exchange that takes no new ones. */
export async function openFastContracts(
  { database, clock, log: serverLog, jobs, opened }: Foundation,
  { lever, contractDesk, priced, ledger, priceIndex }: Base,
  { owing, rate, products }: FastContractParts,
): Promise<FastContracts> {
  const { settling } = priceIndex;
  if (settling === undefined) return NONE;
  const { log, readPoints, readMinutes, key, hours, scales } = settling;
  const { settlement } = contractDesk;
  const { exchange, desk } = await openMicro({
    database,
    dealing: lever,
    currencyId: settlement.id,
    currency: settlement.code,
    index: log,
    readPoints,
    hours,
    scales,
    instruments: priced().map(({ name, ...instrument }) => ({ ...instrument, instrument: name })),
    sign: (text) => key.sign(text),
    clock,
    log: serverLog,
  });
  const check = await startMicroConformance({
    database,
    view: exchange,
    readStored: (instrument, time) => readStoredPoints(database, instrument, time),
    isSigned: indexCryptoOf(key.publicKey).isSigned,
    onDiffering: () => exchange.suspend(),
    clock,
    log: serverLog,
    jobs,
  });
  opened.add('check of fast contracts', () => check.stop());
  const counting = startMicroCounting({ database, scale: settlement.scale, clock, jobs });
  opened.add('figures of fast contracts', () => counting.stop());
  const wire = new MicroWire({ currency: settlement, hours });
  const handlers = createMicroHandlers({
    product: {
      isOffered: products.isOffered('micro'),
      hasAcknowledged: (userId) => products.hasAcknowledged('micro', userId),
    },
    commands: exchange,
    view: exchange,
    history: createMicroHistory(database),
    wire,
    settlementOf: (order) =>
      settlementFileOf(order, { publicKey: key.publicKey, scale: settlement.scale, readMinutes }),
    scale: settlement.scale,
    health: ledger.health,
    owing,
    rate,
  });
  return {
    handlers,
    commands: exchange,
    desk,
    joinedTo: (source) => withMicroUsers(source, exchange, wire),
  };
}
