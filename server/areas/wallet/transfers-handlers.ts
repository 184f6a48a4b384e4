/** Calls that transfer money between a user's own accounts, and list transfers. */
import { ensure } from '../../../contract/assert.ts';
import { formatUnits, parseUnits } from '../../../contract/money/decimal.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Transfer as WireTransfer } from '../../../contract/wallet/wallet.ts';
import type { Currencies } from '../../ledger/currencies.ts';
import type { LedgerHealth } from '../../ledger/ledger-watch.ts';
import type { Transfer, TransferService } from './transfers.types.ts';
import type { Handlers } from '../../kit/http/handlers.ts';

type TransferHandlers = Pick<Handlers, 'createTransfer' | 'listTransfers' | 'getTransfer'>;

interface TransferCalls {
  readonly transfers: TransferService;
  readonly currencies: Pick<Currencies, 'byId'>;
  /** No transfers are accepted while the ledger is not consistent. */
  readonly health: LedgerHealth;
}

export function createTransferHandlers(calls: TransferCalls): TransferHandlers {
  const { transfers, currencies, health } = calls;

  function wired(transfer: Transfer): WireTransfer {
    const { id, currencyId, fromAccountType, toAccountType, amount, createdAtMs } = transfer;
    const { code, scale } = ensure(currencies.byId(currencyId), `currency ${currencyId}`);
    return {
      id: String(id),
      currency_id: currencyId,
      currency_code: code,
      from_account_type_id: fromAccountType,
      to_account_type_id: toAccountType,
      amount: formatUnits(amount, scale),
      created_at: createdAtMs,
    };
  }

  return {
    async createTransfer(body, { signedIn, idempotencyKey, deadline, requestId, now }) {
      if (!health.isConsistent()) return refuse('service_unavailable');
      if (!idempotencyKey.ok) return idempotencyKey;
      const currency = currencies.byId(body.currency_id);
      if (currency === undefined) return refuse('currency_not_found');
      const amount = parseUnits(body.amount, currency.scale);
      if (amount === null) return refuse('amount_scale_exceeded');
      const created = await transfers.create({
        userId: signedIn.userId,
        currencyId: currency.id,
        fromAccountType: body.from_account_type_id,
        toAccountType: body.to_account_type_id,
        amount,
        idempotencyKey: idempotencyKey.value,
        deadline,
        requestId,
        now,
      });
      return created.ok ? ok(wired(created.value)) : created;
    },

    async listTransfers(query, { signedIn }) {
      const { transfers: found, next } = await transfers.page({
        userId: signedIn.userId,
        currencyId: query.currency_id,
        accountType: query.account_type_id,
        before: query.before === undefined ? undefined : Number(query.before),
        count: query.size,
      });
      return ok({
        transfers: found.map((transfer) => wired(transfer)),
        next: next === null ? null : String(next),
      });
    },

    async getTransfer({ id }, { signedIn }) {
      const transferId = Number(id);
      if (!Number.isSafeInteger(transferId)) return refuse('transfer_not_found');
      const found = await transfers.find(signedIn.userId, transferId);
      return found.ok ? ok(wired(found.value)) : found;
    },
  };
}
