/** Composes the calls and channels of contract trading, and the check of its orders. */
import {
  createLeverHandlers,
  createLeverHistory,
  createLeverRecordRepo,
  LeverWire,
  offeredMultiples,
  startLeverConformance,
} from '../../areas/lever/lever.area.ts';
import type { LeverHandlers } from '../../areas/lever/lever.area.ts';
import { nextForexOpening } from '../../../contract/figures/trading-calendar.ts';
import { createLeverMarks, withLeverUsers } from '../../edge/ws/lever-sources.ts';
import type { MarkSource, UserSource } from '../../edge/ws/sources.ts';
import type { ProductRules } from '../../areas/people/people.area.ts';
import type { OwingUsers } from '../../areas/wallet/wallet.area.ts';
import type { CommandRate } from '../../kit/limits/command-rate.ts';
import type { Foundation } from './dependencies.ts';
import type { Base } from './base-services.ts';

export interface ContractCalls {
  readonly handlers: LeverHandlers;
  readonly marks: MarkSource;
  /** Returns `source` with the contract orders, balances and events of each user added. */
  joinedTo(source: UserSource): UserSource;
}

interface ContractCallParts {
  readonly owing: Pick<OwingUsers, 'has' | 'listen'>;
  readonly rate: Pick<CommandRate, 'take'>;
  readonly products: Pick<ProductRules, 'isOffered' | 'isBlocked' | 'hasAcknowledged'>;
}

/** Adds everything that must be closed to `opened`. */
export async function openContractCalls(
  { config, database, currencies, clock, log, jobs, opened }: Foundation,
  { lever, pendingStops, contracts, ledger, identity }: Base,
  { owing, rate, products }: ContractCallParts,
): Promise<ContractCalls> {
  const wire = new LeverWire({
    markets: lever.markets,
    currencies,
    settleCurrencyId: contracts.currencyId,
    nextForexOpening,
  });
  const records = createLeverRecordRepo(database);
  const check = await startLeverConformance({
    commands: lever,
    view: lever,
    records,
    clock,
    log,
    jobs,
  });
  opened.add('check of contract orders', () => check.stop());
  owing.listen((userId) => void pendingStops.stop(userId, 'user-owes'));
  // A user who was enabled again has no pending orders.
  identity.userDesk.listen((userId) => void pendingStops.stop(userId, 'user-disabled'));
  const handlers = createLeverHandlers({
    product: {
      isOffered: products.isOffered('lever'),
      isBlocked: (userId, now) => products.isBlocked(userId, now),
      hasAcknowledged: (userId) => products.hasAcknowledged('lever', userId),
      multiplesOf: (rules) => offeredMultiples(config.leverProfile, rules),
    },
    commands: lever,
    view: lever,
    history: createLeverHistory(database),
    wire,
    health: ledger.health,
    owing,
    rate,
  });
  return {
    handlers,
    marks: createLeverMarks(lever, wire),
    joinedTo: (source) => withLeverUsers(source, lever, wire),
  };
}
