/** Finds the stored state of each command with a key. */
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { KeyedPath } from '../../../contract/schemas/command.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import type { Faucet } from '../../areas/custody/custody.area.ts';
import type { LeverCommands } from '../../areas/lever/lever.area.ts';
import type { MicroCommands } from '../../areas/micro/micro.area.ts';
import type { Database } from '../../kit/db/database.ts';
import type { SpotCommands } from '../../areas/spot/spot.area.ts';
import type { FindStored, StoredCommand } from '../../kit/commands/command-outcomes.ts';
import * as repo from '../../kit/db/keyed-records.repo.ts';

interface StoredCommandParts {
  readonly database: Database;
  readonly spot: Pick<SpotCommands, 'findKeyed'>;
  readonly lever: Pick<LeverCommands, 'findKeyed'>;
  readonly micro: Pick<MicroCommands, 'findKeyed'>;
  readonly faucet: Pick<Faucet, 'find'> | undefined;
}

export function storedCommands(parts: StoredCommandParts): Readonly<Record<KeyedPath, FindStored>> {
  const { database, spot, lever, micro, faucet } = parts;
  const done =
    (
      find: (userId: number, key: string, now: number) => Promise<number | string | undefined>,
    ): FindStored =>
    async (...question) => {
      const recordId = await find(...question);
      return recordId === undefined ? undefined : { kind: 'done', recordId: String(recordId) };
    };
  return {
    [ENDPOINTS.placeOrder.path]: done((...question) => spot.findKeyed(...question)),
    [ENDPOINTS.placeLeverOrder.path]: done((...question) => lever.findKeyed(...question)),
    [ENDPOINTS.placeMicroOrder.path]: done((...question) => micro.findKeyed(...question)),
    [ENDPOINTS.createFeedback.path]: done((userId, key) =>
      repo.findKeyedTicket(database, userId, key),
    ),
    [ENDPOINTS.postFiatAd.path]: done((userId, key) => repo.findKeyedAd(database, userId, key)),
    [ENDPOINTS.createFiatOrder.path]: done((userId, key) =>
      repo.findKeyedFiatOrder(database, userId, key),
    ),
    [ENDPOINTS.claimFaucet.path]: done(async (userId, key) => faucet?.find(userId, key)),
    [ENDPOINTS.createTransfer.path]: (userId, key) => findTransfer(database, userId, key),
    [ENDPOINTS.subscribeStaking.path]: (userId, key) => findPosition(database, userId, key),
    [ENDPOINTS.subscribeOffering.path]: (userId, key) => findPayment(database, userId, key),
    [ENDPOINTS.createWithdrawal.path]: (userId, key) => findWithdrawal(database, userId, key),
  };
}

async function findTransfer(
  database: Database,
  userId: number,
  key: string,
): Promise<StoredCommand | undefined> {
  const found = await repo.findKeyedTransfer(database, userId, key);
  if (found === undefined) return undefined;
  const { id, fromAccountType, ...parts } = found;
  const postings = [parts.spot, parts.dealing].filter((posting) => posting !== null);
  // A refused record is about to be rolled back, or was left by a server that was killed.
  if (postings.some(({ refusedAtMs }) => refusedAtMs !== null)) {
    // A contract account gives its usable amount, which is less than its balance.
    const isOfContracts = fromAccountType === ACCOUNT_TYPES.contract;
    return { kind: 'refused', error: isOfContracts ? 'margin_in_use' : 'insufficient_balance' };
  }
  return postings.every(({ number }) => number !== null)
    ? { kind: 'done', recordId: String(id) }
    : { kind: 'begun' };
}

async function findWithdrawal(
  database: Database,
  userId: number,
  key: string,
): Promise<StoredCommand | undefined> {
  const found = await repo.findKeyedWithdrawal(database, userId, key);
  if (found === undefined) return undefined;
  if (found.phase === 'requested') return { kind: 'begun' };
  return found.phase === 'refused'
    ? { kind: 'refused', error: 'insufficient_balance' }
    : { kind: 'done', recordId: String(found.id) };
}

async function findPosition(
  database: Database,
  userId: number,
  key: string,
): Promise<StoredCommand | undefined> {
  const found = await repo.findKeyedStakingPosition(database, userId, key);
  if (found === undefined) return undefined;
  if (found.phase === 'requested') return { kind: 'begun' };
  return found.phase === 'refused'
    ? { kind: 'refused', error: 'insufficient_balance' }
    : { kind: 'done', recordId: String(found.id) };
}

async function findPayment(
  database: Database,
  userId: number,
  key: string,
): Promise<StoredCommand | undefined> {
  const found = await repo.findKeyedIeoPayment(database, userId, key);
  if (found === undefined) return undefined;
  if (found.phase === 'requested') return { kind: 'begun' };
  return found.phase === 'refused'
    ? { kind: 'refused', error: 'insufficient_balance' }
    : { kind: 'done', recordId: String(found.subscriptionId) };
}
