/** Composes fast contracts: their part of the dealing writer, their calls, and their part of the USER channel. */
import { LIMITS } from '../../../contract/limits.ts';
import {
  createMicroHandlers,
  createMicroHistory,
  createPastHandlers,
  findKeyedMicroOrder,
  findMicroOrder,
  indexCryptoOf,
  MicroWire,
  NO_MICRO_DESK,
  NO_MICRO_HANDLERS,
  openMicro,
  readStoredPoints,
  settlementFileOf,
  startMicroConformance,
  startMicroCounting,
  startMicroWatch,
} from '../../areas/micro/micro.area.ts';
import type {
  MicroCommands,
  MicroDeskCommands,
  MicroDeskView,
  MicroHandlers,
} from '../../areas/micro/micro.area.ts';
import type { ProductRules } from '../../areas/people/people.area.ts';
import type { OwingUsers } from '../../areas/wallet/wallet.area.ts';
import { withMicroUsers } from '../../edge/ws/micro-sources.ts';
import type { UserSource } from '../../edge/ws/sources.ts';
import type { CommandRate } from '../../kit/limits/command-rate.ts';
import type { Base } from './base-services.ts';
import type { Foundation } from './dependencies.ts';
import type { PastIndex } from './price-index.ts';

export interface FastContracts {
  createHandlers(parts: FastContractParts): MicroHandlers;
  readonly commands: Pick<MicroCommands, 'findKeyed'>;
  /** For operators. */
  readonly desk: MicroDeskCommands & MicroDeskView;
  /** Returns `source` with the fast contracts and the account of each user added. */
  joinedTo(source: UserSource): UserSource;
}

interface FastContractParts {
  readonly owing: Pick<OwingUsers, 'has'>;
  readonly rate: Pick<CommandRate, 'take'>;
  readonly products: Pick<ProductRules, 'isOffered' | 'isBlocked' | 'hasAcknowledged'>;
}

/** Without an index log there are no fast contracts. */
const NONE: FastContracts = {
  createHandlers: () => NO_MICRO_HANDLERS,
  commands: { findKeyed: () => Promise.resolve(undefined) },
  desk: NO_MICRO_DESK,
  joinedTo: (source) => source,
};

type Settlement = Base['contractDesk']['settlement'];

/** The contracts of earlier runs, which have all ended: their owners see them, and all readers can check them. */
function openPastContracts(
  foundation: Foundation,
  { readMinutes, publicKey }: PastIndex,
  settlement: Settlement,
): FastContracts {
  const { database } = foundation;
  countResults(foundation, settlement);
  const past = createPastHandlers({
    history: createMicroHistory(database),
    wire: new MicroWire({ currency: settlement, hours: new Map() }),
    settlementOf: (order) =>
      settlementFileOf(order, { publicKey, scale: settlement.scale, readMinutes }),
    find: async (ownerId, id) => {
      const found = await findMicroOrder(database, id);
      return found?.ownerId === ownerId ? found : undefined;
    },
  });
  return {
    ...NONE,
    createHandlers: () => ({ ...NO_MICRO_HANDLERS, ...past }),
    commands: {
      // The answer to the last command of a user may have been lost.
      findKeyed: (ownerId, key, now) =>
        findKeyedMicroOrder(database, {
          ownerId,
          key,
          since: now - LIMITS.idempotency_key_valid_ms,
        }),
    },
  };
}

/** Keeps the public figures. */
function countResults(
  { database, clock, jobs, opened }: Foundation,
  { scale }: Pick<Settlement, 'scale'>,
): void {
  const counting = startMicroCounting({ database, scale, clock, jobs });
  opened.add('figures of fast contracts', () => counting.stop());
}

/** Open contracts run to their end on an exchange that takes no new ones. */
export async function openFastContracts(
  foundation: Foundation,
  { lever, contractDesk, priced, ledger, priceIndex, microSnapshot }: Base,
): Promise<FastContracts> {
  const { database, clock, log: serverLog, jobs, opened } = foundation;
  const { settling, past } = priceIndex;
  const { settlement } = contractDesk;
  if (settling === undefined)
    return past === undefined ? NONE : openPastContracts(foundation, past, settlement);
  const { log, readPoints, readMinutes, key, hours, scales } = settling;
  const { exchange, desk } = await openMicro({
    database,
    snapshot: microSnapshot,
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
  const watch = startMicroWatch({ view: exchange, index: log, log: serverLog, jobs });
  opened.add('watch of fast contracts', () => watch.stop());
  countResults(foundation, settlement);
  const wire = new MicroWire({ currency: settlement, hours });
  return {
    createHandlers: ({ owing, rate, products }) =>
      createMicroHandlers({
        product: {
          isOffered: products.isOffered('micro'),
          isBlocked: (userId, now) => products.isBlocked(userId, now),
          hasAcknowledged: (userId) => products.hasAcknowledged('micro', userId),
        },
        commands: exchange,
        view: exchange,
        sign: (text) => key.sign(text),
        history: createMicroHistory(database),
        wire,
        settlementOf: (order) =>
          settlementFileOf(order, {
            publicKey: key.publicKey,
            scale: settlement.scale,
            readMinutes,
          }),
        scale: settlement.scale,
        health: ledger.health,
        owing,
        rate,
      }),
    commands: exchange,
    desk,
    joinedTo: (source) => withMicroUsers(source, exchange, wire),
  };
}
