/**
 * Transfers between a user's own accounts: immediate, free, once per key (RULES "Accounts, deposits,
 * withdrawals, transfers").
 */
import { ok, refuse } from '../../../contract/result.ts';
import { ACCOUNT_TYPES } from '../../../contract/wallet/accounts.ts';
import { NO_DEADLINE } from '../../kit/http/deadline.ts';
import { AMOUNT_END } from '../../ledger/invariants.ts';
import { ownerOf } from '../../ledger/account-owners.ts';
import { OneByOne } from '../../kit/queue/one-by-one.ts';
import { TransferSteps } from './transfer-steps.ts';
import { findTransfer, findTransferBehind, findTransfers } from './transfers.repo.ts';
import type { NewTransfer, TransferService, TransferServiceParts } from './transfers.types.ts';

/** The most transfers that one page reads, because a filter may match hardly any of a user's transfers. */
const LOOKED_AT_MAX = 5_000;

export function createTransferService(parts: TransferServiceParts): TransferService {
  const { database, postings, owing, closedTypes } = parts;
  const steps = new TransferSteps(parts);
  const oneByOne = new OneByOne();

  return {
    async create(wanted) {
      if (!areTransferable(wanted)) return refuse('transfer_accounts_invalid');
      if (closedTypes.has(wanted.toAccountType)) return steps.repeat(wanted, 'product_unavailable');
      if (owing.has(wanted.userId)) return steps.repeat(wanted, 'shortfall_unpaid');
      if (wanted.amount >= AMOUNT_END) return refuse('insufficient_balance');
      const { fromAccountType: from, toAccountType: to } = wanted;
      if (
        ![ownerOf(from), ownerOf(to)].every((owner) => owner === 'rows' || postings[owner].isOpen)
      )
        return refuse('service_unavailable');
      // Serializes calls of a user, because two concurrent calls could each spend the amount that liens leave free.
      if (ownerOf(from) !== 'dealing' && ownerOf(to) === 'dealing')
        return oneByOne.run(wanted.userId, () => steps.createUnlocked(wanted));
      return steps.create(wanted);
    },

    callIn: (wanted) => steps.create({ ...wanted, deadline: NO_DEADLINE }),

    async page(filter) {
      const end = await findTransferBehind(database, filter, LOOKED_AT_MAX);
      const wanted = { ...filter, count: filter.count + 1 };
      const found = await findTransfers(database, wanted, (end ?? 0) + 1);
      const transfers = found.slice(0, filter.count);
      if (found.length > filter.count) return { transfers, next: transfers.at(-1)?.id ?? null };
      return { transfers, next: end === undefined ? null : end + 1 };
    },

    async find(userId, id) {
      const found = await findTransfer(database, userId, id);
      return found === undefined ? refuse('transfer_not_found') : ok(found);
    },
  };
}

/** Whether a user may transfer between these types. Only financial products move money of the financial account. */
const areTransferable = ({ fromAccountType, toAccountType }: NewTransfer): boolean =>
  fromAccountType !== toAccountType &&
  fromAccountType !== ACCOUNT_TYPES.financial &&
  toAccountType !== ACCOUNT_TYPES.financial;
