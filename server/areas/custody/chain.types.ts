/** The port of a blockchain: the calls of the exchange to a chain, and the facts that a chain reports (ADR 7). */
import type { Transaction } from '../../kit/db/database.ts';

export interface BlockRef {
  readonly number: number;
  readonly hash: string;
}
export interface Block extends BlockRef {
  readonly parentHash: string;
}

/** One output of a transaction that pays a watched address. If the transaction is mined, it has succeeded. */
export interface Payment {
  readonly transactionHash: string;
  /** Place within its transaction; the same in any block that contains the transaction. */
  readonly outputIndex: number;
  /** An address in the form of `addressFor`. */
  readonly address: string;
  /** The currency that arrived, which may differ from the coin of the address. */
  readonly currencyId: number;
  /** Units of the ledger, above zero; may be more than the ledger can hold. */
  readonly amount: bigint;
}

/** An output and the address that it pays. */
export type PaidOutput = Pick<Payment, 'transactionHash' | 'outputIndex' | 'address'>;

/** Returns the addresses whose payments are wanted. */
export type Watch = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

export interface TransferOrder {
  readonly currencyId: number;
  readonly address: string;
  /** The amount that arrives, in units of the ledger; a whole number of the chain's own units. */
  readonly amount: bigint;
  /**
   * The highest network fee, in ledger units of the coin that pays the chain's fees; null when it
   * cannot be converted to that coin.
   */
  readonly networkFeeMax: bigint | null;
  /**
   * Above 1, an operator has allowed this multiple of the fee limit of the settings, regardless of
   * `networkFeeMax`.
   */
  readonly feeMaxFactor: number;
  /** Transfers of the exchange on this chain that are signed and may not be mined yet. */
  readonly underWay: readonly SignedTransfer[];
}
/** `underWay` has the transfers of other nonces. */
export type RaiseOrder = Omit<TransferOrder, 'address' | 'amount'>;
/** The recipient, currency and amount of a transfer. */
export type TransferTarget = Pick<TransferOrder, 'currencyId' | 'address' | 'amount'>;

/**
 * plain: the payment has no other effect. contract: its code runs, at the cost of the sender.
 * not_payable: the network says that the payment would fail within the allowed gas.
 */
export type RecipientKind = 'plain' | 'contract' | 'not_payable';

/** A transfer of one nonce. Only `raise` signs a nonce again, for the same payment. */
export interface SignedTransfer {
  readonly rawTransaction: string;
  /** Known before the broadcast, and must be stored before it. */
  readonly hash: string;
}

/** A transfer that needs only its nonce. */
export interface PreparedTransfer {
  /**
   * Takes the next nonce of the hot wallet and signs, without a call to the network. The nonce is taken
   * in the caller's transaction, and the caller must store the result in it. Two transfers never share
   * a nonce, and a rollback leaves none unused.
   * @throws ChainUnavailableError foreign_nonces when the wallet has transactions that this database does
   *   not know.
   */
  sign(tx: Transaction): Promise<SignedTransfer>;
}

/** rejected: the transfer is not on the network, and the network does not accept it now. */
export type BroadcastAnswer = 'accepted' | 'already_known' | 'rejected';

/**
 * The chain's status of a transfer of the exchange. unknown: neither mined nor pending; the exchange,
 * or a node that kept it, may still send it. impossible: proof of absence, because another transaction
 * used its nonce and is CHAIN_LIMITS.withdrawal_confirmations deep, so that the transfer can never be mined.
 */
export type TransferStatus =
  | { readonly kind: 'unknown' | 'pending' | 'impossible' }
  | { readonly kind: 'mined'; readonly block: BlockRef; readonly succeeded: boolean };

/** The present place of a transaction; null when the network does not know it. */
export type TransactionPlace = 'waiting' | BlockRef | null;

/** A mined transaction of the hot wallet. */
export interface WalletTransaction {
  readonly nonce: number;
  readonly hash: string;
  /** The signed bytes; null for a form that this server does not sign. */
  readonly rawTransaction: string | null;
  /** The payment of a listed coin; null for a transaction that pays nothing. */
  readonly target: TransferTarget | UnlistedTransfer | null;
}

/** A transfer by a contract that is not a listed coin now, as after a coin was delisted: its payment is unknown. */
interface UnlistedTransfer {
  readonly currencyId: null;
  /** The recipient. */
  readonly address: string;
}

export interface WalletUse {
  readonly address: string;
  readonly used: number;
}

/** An address and a currency that it may hold. */
export interface Holder {
  readonly address: string;
  readonly currencyId: number;
}

/** The hot wallet as of a block. */
export interface WalletState {
  /** Balances in units of the ledger by currency; below zero where a chain lends without limit. */
  readonly balances: ReadonlyMap<number, bigint>;
  /** Every transfer in a block up to this one has a nonce below this number. */
  readonly used: number;
}

/** The nonce of a transfer, and the highest network fees in ledger units of `feeCurrencyId`. */
export interface TransferSpend {
  readonly nonce: number;
  readonly feeMax: bigint;
  /** The highest fee of a cancellation in its place. */
  readonly cancellationFeeMax: bigint;
}

/** The most holders of one question. */
export const HOLDERS_MAX = 100;

export interface Chain {
  /** A stable name; the value of `chain` in tables and calls. */
  readonly name: string;
  /** The name that users see. */
  readonly displayName: string;
  /** The usual time between two blocks, for the interval of polling. */
  readonly blockIntervalMs: number;
  /** The coin that its fees are paid in; null for a chain without fees. */
  readonly feeCurrencyId: number | null;

  /** Whether the coin is on the network as it is listed here; absent: always. */
  hasCoin?(currencyId: number): boolean;
  /** Returns the newest block. @throws ChainUnavailableError like every method that calls the network. */
  head(): Promise<BlockRef>;
  /** Returns the present block of this number; null when there is none. */
  block(number: number): Promise<Block | null>;
  /**
   * Returns the payments of exactly this block, in the order of the chain.
   * @throws ChainUnavailableError also when the block is not known yet, or was replaced.
   */
  payments(block: BlockRef, watch: Watch): Promise<readonly Payment[]>;
  /**
   * Whether an event of the block pays the address by the token of any contract; absent: the chain has no contracts. The
   * settings may name another contract of a coin than at the time of the payment.
   */
  hasTransfer?(block: BlockRef, output: PaidOutput): Promise<boolean>;
  /**
   * Returns payments of pending transactions, as far as the network reports them; empty otherwise. The
   * transactions may never be mined, or may pay something else when they are.
   */
  waiting(watch: Watch): Promise<readonly Payment[]>;
  /** Returns the place of any transaction by its hash. */
  locate(transactionHash: string): Promise<TransactionPlace>;

  /** Returns deposit address number `index` (from 1), which never changes. */
  addressFor(index: number): string;
  /** Whether the text is an address of this chain, with a valid checksum where it has one. */
  isAddress(text: string): boolean;
  /** Returns one spelling for each address. @param address accepted by `isAddress`. */
  canonicalAddress(address: string): string;

  /**
   * Returns the kind of the recipient. It is checked before funds are held, and is valid only at that
   * moment.
   * @throws ChainUnavailableError
   */
  recipientOf(order: TransferTarget): Promise<RecipientKind>;
  /**
   * Determines the gas and fees of a transfer, and checks the balance of the hot wallet.
   * @throws ChainUnavailableError with reason `short_of_funds` when the balance is too small,
   * `would_fail` when it takes more gas than allowed, `too_dear` while fees are above the limit. Amounts
   * and fees of transfers under way count as spent.
   * @throws AssertionError for a currency, address or amount that this chain does not have.
   */
  prepare(order: TransferOrder): Promise<PreparedTransfer>;
  /**
   * Broadcasts the transfer; may be repeated.
   * @throws ChainUnavailableError after a timeout or a lost connection: the network may have the
   * transfer or not.
   */
  broadcast(transfer: SignedTransfer): Promise<BroadcastAnswer>;
  /** Returns the status of this transfer alone; a replacement of it has a status of its own. */
  status(transfer: SignedTransfer): Promise<TransferStatus>;
  /**
   * Signs the transfer again for the same nonce with a higher fee, on chains with fees. Returns null while
   * the newest fee suffices for the next block. The result must be stored before its broadcast. Its cost
   * has the limits of `prepare`.
   * @param transfers all transfers that were signed for the nonce, oldest first.
   * @throws ChainUnavailableError `too_dear` when no fee within the limits suffices, `short_of_funds` when
   * the balance is too small.
   */
  raise?(transfers: readonly SignedTransfer[], order: RaiseOrder): Promise<SignedTransfer | null>;
  /**
   * Asks the network to use the transfer's nonce for a payment of zero. `status` later says which of
   * the two was mined: impossible, or mined.
   */
  cancel(transfer: SignedTransfer): Promise<void>;

  /**
   * Returns the holdings of each holder after this block, in units of the ledger and in the order of the
   * question; null for a currency that the chain does not have. At most HOLDERS_MAX holders in one call.
   * @throws ChainUnavailableError also when the block is not the chain's, or too old for the node.
   */
  balances(block: BlockRef, holders: readonly Holder[]): Promise<readonly (bigint | null)[]>;
  /** Returns the hot wallet after this block. @throws ChainUnavailableError as `balances` does. */
  walletAt(block: BlockRef): Promise<WalletState>;
  /** Reads the bytes of a transfer; null for bytes that are not of this chain. */
  spendOf(transfer: SignedTransfer): TransferSpend | null;

  /** Returns the hot wallet and the number of its mined transactions, on chains with a wallet of their own. */
  walletUse?(): Promise<WalletUse>;
  /**
   * Returns a mined transaction of the hot wallet, by its nonce or its hash. Null when there is none.
   * not_kept: the nonce is used, and the network does not keep the states that the search by a nonce needs.
   */
  walletTransaction?(
    which: { readonly nonce: number } | { readonly hash: string },
  ): Promise<WalletTransaction | 'not_kept' | null>;

  /**
   * Calls `wake` when there may be a new head or payment, on chains that can notify. Returns a function
   * that unsubscribes.
   */
  onChange?(wake: () => void): () => void;
}

/** A payment to an address of a user. */
export interface OwnPayment extends Payment {
  readonly userId: number;
}
export interface BlockConnected {
  readonly chain: string;
  readonly block: BlockRef;
  readonly payments: readonly OwnPayment[];
}
export interface BlockDisconnected {
  readonly chain: string;
  readonly block: BlockRef;
}

/**
 * waiting: pending, or in a block that is not reported yet. reported: in a reported block, with all its
 * payments. unknown: the network does not know it now.
 */
export type TransactionFate = 'waiting' | 'reported' | 'unknown';
export interface WaitingRead {
  readonly chain: string;
  readonly payments: readonly OwnPayment[];
  /** Returns the fate of a transaction that was pending earlier. @throws ChainUnavailableError */
  fateOf(transactionHash: string): Promise<TransactionFate>;
}

/**
 * Receives the events of a chain, in order: each block when it is connected, and when a reorganization
 * disconnects it, newest first. The first two methods run in the database transaction that moves the
 * cursor, so that their writes are committed with it or not at all. That transaction may be retried,
 * and an operator who moves the cursor back causes repeated reports. Implementations must identify
 * facts by (chain, transaction, output).
 */
export interface ChainListener {
  blockConnected(tx: Transaction, fact: BlockConnected): Promise<void>;
  blockDisconnected(tx: Transaction, fact: BlockDisconnected): Promise<void>;
  /**
   * Runs after the commit of new blocks, and once at the start. All blocks up to `head` are reported,
   * so that block n has head.number - n + 1 confirmations. Retried later when it throws.
   */
  headMoved(chain: string, head: BlockRef): Promise<void>;
  /**
   * Runs repeatedly with the pending payments. They are only for display: a report may be late,
   * repeated or missing, and may have payments that are in blocks already.
   */
  waitingRead(fact: WaitingRead): Promise<void>;
}
