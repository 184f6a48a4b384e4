/** Composes the calls and channels of contract trading, and the check of its orders. */
import {
  createLeverHandlers,
  createLeverHistory,
  createLeverRecordRepo,
  createPendingStop,
  LeverWire,
  startLeverConformance,
} from '../areas/lever/lever.area.ts';
import type { LeverHandlers } from '../areas/lever/lever.area.ts';
import { nextForexOpening } from '../areas/market/market.area.ts';
import { createLeverMarks, withLeverUsers } from '../edge/ws/lever-sources.ts';
import type { MarkSource, UserSource } from '../edge/ws/sources.ts';
import type { OwingUsers } from '../areas/wallet/wallet.area.ts';
import type { CommandRate } from '../kit/limits/command-rate.ts';
import type { Foundation } from './foundation.ts';
import type { Base } from './services-base.ts';

export interface ContractCalls {
  readonly handlers: LeverHandlers;
  readonly marks: MarkSource;
  /** Returns `source` with the contract orders, balances and events of each user added. */
  joinedTo(source: UserSource): UserSource;
}

export interface ContractCallParts {
  readonly owing: Pick<OwingUsers, 'has' | 'listen'>;
  readonly rate: Pick<CommandRate, 'take'>;
}

/** Adds everything that must be closed to `opened`. */
export async function openContractCalls(
  { database, currencies, clock, log, jobs, opened }: Foundation,
  { lever, contracts, ledger, identity }: Base,
  { owing, rate }: ContractCallParts,
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
  const stopPending = createPendingStop({ commands: lever, view: lever, clock, log });
  owing.listen((userId) => void stopPending(userId, 'user-owes'));
  // A user who was enabled again has no pending orders.
  identity.userDesk.listen((userId) => void stopPending(userId, 'user-disabled'));
  const handlers = createLeverHandlers({
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
