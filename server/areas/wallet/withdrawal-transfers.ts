/**
 * The signed transfers of a withdrawal, and their results on the chain. All have one nonce, so that one
 * of them is mined at most; the mined one decides.
 */
import type { WithdrawalEvent } from '../../../machines/domain/wallet/withdrawal.events.ts';
import type {
  BlockRef,
  Chain,
  SignedTransfer,
  TransferStatus,
  WalletTransaction,
} from '../custody/custody.area.ts';
import type { WithdrawalRow } from './wallet-lifecycles.ts';

const CHAIN = { role: 'chain', userId: 0 } as const;

/**
 * `transfer`: the mined one. It may be a transfer that this database does not know. unread: another
 * transaction used the nonce, and may have paid. `payment` is its hash when it pays the withdrawal in a form
 * that this server does not sign, or its address in a coin that is not listed now; null when the chain does not
 * show its payment.
 */
export type PaymentStatus =
  | Exclude<TransferStatus, { readonly kind: 'mined' }>
  | (Extract<TransferStatus, { readonly kind: 'mined' }> & { readonly transfer: SignedTransfer })
  | { readonly kind: 'unread'; readonly payment: string | null };

/** Returns all transfers that were signed for a withdrawal, oldest first. */
export function transfersOf({
  rawTransaction,
  transactionHash,
  signedTransfers,
}: Pick<
  WithdrawalRow,
  'rawTransaction' | 'transactionHash' | 'signedTransfers'
>): readonly SignedTransfer[] {
  if (rawTransaction === null || transactionHash === null) return [];
  if (signedTransfers.length > 0) return signedTransfers;
  return [{ rawTransaction, hash: transactionHash }];
}

/** Returns the transfer with the highest fee, which is sent; undefined before the signature. */
export const newestTransferOf = (
  row: Parameters<typeof transfersOf>[0],
): SignedTransfer | undefined => transfersOf(row).at(-1);

/**
 * Returns the status of a withdrawal on its chain. Before it is impossible, the transaction that used the
 * nonce is read, which may be a transfer that this database does not know.
 * @param hash of that transaction, if an operator knows it: a node finds it longer than by its nonce.
 * @throws ChainUnavailableError
 */
export async function paymentStatus(
  chain: Chain,
  row: WithdrawalRow,
  hash: string | null = null,
): Promise<PaymentStatus> {
  const status = await knownPaymentStatus(chain, row);
  return status.kind === 'impossible' ? statusByNonce(chain, row, hash) : status;
}

/** Like {@link paymentStatus}, of the known transfers only. @throws ChainUnavailableError */
export async function knownPaymentStatus(chain: Chain, row: WithdrawalRow): Promise<PaymentStatus> {
  const transfers = transfersOf(row);
  const status = await foundAmong(chain, transfers);
  if (status.kind !== 'impossible' || transfers.length === 1) return status;
  // The nonce is used, maybe by a transfer that was mined after it was asked about.
  return foundAmong(chain, transfers);
}

async function foundAmong(
  chain: Chain,
  transfers: readonly SignedTransfer[],
): Promise<PaymentStatus> {
  const kinds = new Set<TransferStatus['kind']>();
  for (const transfer of transfers) {
    const status = await chain.status(transfer);
    if (status.kind === 'mined') return { ...status, transfer };
    kinds.add(status.kind);
  }
  if (kinds.has('pending')) return { kind: 'pending' };
  return { kind: kinds.has('impossible') ? 'impossible' : 'unknown' };
}

/**
 * Finds a payment of the withdrawal at its nonce whose signature this database has lost: after a restore
 * from a backup that was made before the fee was raised. Without an answer the payment is not impossible.
 */
async function statusByNonce(
  chain: Chain,
  row: WithdrawalRow,
  hash: string | null,
): Promise<PaymentStatus> {
  const [known] = transfersOf(row);
  const nonce = known && chain.spendOf(known)?.nonce;
  // On such a chain no other sender can use the nonce.
  if (nonce === undefined || chain.walletTransaction === undefined) return { kind: 'impossible' };
  const found = await transactionOf(chain, nonce, hash);
  if (found === null) return { kind: 'unread', payment: null };
  if (!mayPay(chain, found, row)) return { kind: 'impossible' };
  if (!pays(chain, found, row) || found.rawTransaction === null)
    return { kind: 'unread', payment: found.hash };
  const transfer = { hash: found.hash, rawTransaction: found.rawTransaction };
  const status = await chain.status(transfer);
  return status.kind === 'mined' ? { ...status, transfer } : { kind: 'unread', payment: null };
}

/** Returns the transaction of the nonce; null when the chain does not show it. */
async function transactionOf(
  chain: Chain,
  nonce: number,
  hash: string | null,
): Promise<WalletTransaction | null> {
  const found = (await chain.walletTransaction?.({ nonce })) ?? null;
  if (found !== 'not_kept') return found;
  const named = hash === null ? null : await chain.walletTransaction?.({ hash });
  return named && named !== 'not_kept' && named.nonce === nonce ? named : null;
}

/** Whether the transaction pays exactly the terms of the withdrawal. */
export function pays(chain: Chain, { target }: WalletTransaction, row: WithdrawalRow): boolean {
  return (
    target !== null &&
    target.currencyId === row.currencyId &&
    target.amount === row.amount - row.fee &&
    target.address === chain.canonicalAddress(row.address)
  );
}

/** Whether it pays them, or pays their address in a coin that is not listed now. */
export function mayPay(chain: Chain, found: WalletTransaction, row: WithdrawalRow): boolean {
  const { target } = found;
  const isUnlisted =
    target?.currencyId === null && target.address === chain.canonicalAddress(row.address);
  return isUnlisted || pays(chain, found, row);
}

/**
 * Maps the status of a withdrawal on its chain to an event; null when nothing changes.
 * @param isRejected the network has just rejected the transaction.
 */
export function eventOf(
  status: PaymentStatus,
  head: BlockRef,
  row: Pick<WithdrawalRow, 'phase' | 'confirmations' | 'transactionHash'>,
  isRejected: boolean,
): WithdrawalEvent | null {
  switch (status.kind) {
    case 'mined': {
      const { hash } = status.transfer;
      const other = hash === row.transactionHash ? {} : { hash };
      if (!status.succeeded) return { type: 'transaction.failed', by: CHAIN, ...other };
      const confirmations = head.number - status.block.number + 1;
      return { type: 'transaction.confirmed', by: CHAIN, confirmations, ...other };
    }
    case 'pending':
      if (row.phase === 'broadcasting') return { type: 'transaction.accepted', by: CHAIN };
      return row.confirmations > 0 ? { type: 'transaction.dropped', by: CHAIN } : null;
    case 'unknown':
      if (isRejected) return { type: 'transaction.doubted', by: CHAIN };
      // The chain had it before, and the same bytes pay at most once.
      return row.phase === 'confirming' ? { type: 'transaction.dropped', by: CHAIN } : null;
    case 'impossible':
    case 'unread':
      return { type: 'transaction.doubted', by: CHAIN };
  }
}

/** The columns of a withdrawal that gets one more transfer of its nonce. */
export const withTransfer = (
  transfers: readonly SignedTransfer[],
  added: SignedTransfer,
): Pick<WithdrawalRow, 'rawTransaction' | 'signedTransfers'> => ({
  rawTransaction: added.rawTransaction,
  signedTransfers: [...transfers, added],
});
