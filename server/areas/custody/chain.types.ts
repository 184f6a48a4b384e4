/** The port of a blockchain: what the exchange asks of one, and what it is told about it (ADR 7). */
import type { Transaction } from '../../kit/db/database.ts';

export interface BlockRef {
  readonly number: number;
  readonly hash: string;
}
export interface Block extends BlockRef {
  readonly parentHash: string;
}

/** One output of a transaction that pays a watched address: of a mined one, a successful one. */
export interface Payment {
  readonly transactionHash: string;
  /** Place within its transaction: the same in whichever block, and wherever in it, that is mined. */
  readonly outputIndex: number;
  /** In the form that `addressFor` gives. */
  readonly address: string;
  /** What arrived, which need not be the coin that the address was given out for. */
  readonly currencyId: number;
  /** Units of the ledger, above zero; may be more than its books can hold. */
  readonly amount: bigint;
}

/** Those of the addresses that payments are wanted for. */
export type Watch = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

export interface TransferOrder {
  readonly currencyId: number;
  readonly address: string;
  /** What arrives, in units of the ledger; a whole number of the chain's own units. */
  readonly amount: bigint;
  /**
   * What sending it may cost at most, in ledger units of the coin that the chain's fees are paid in;
   * null where nobody can say it in that coin.
   */
  readonly networkFeeMax: bigint | null;
  /**
   * Above 1: an operator has decided that it may cost so many times what the settings allow, whatever
   * `networkFeeMax` says.
   */
  readonly feeMaxFactor: number;
}
/** Who would get how much of what. */
export type TransferTarget = Pick<TransferOrder, 'currencyId' | 'address' | 'amount'>;

/**
 * plain: nothing but the payment happens. contract: its code runs, at the cost of whoever pays.
 * not_payable: the network says that the payment would fail within the gas that is allowed for it.
 */
export type RecipientKind = 'plain' | 'contract' | 'not_payable';

/** Signed once: whatever is sent for one withdrawal, now or ever, is this. */
export interface SignedTransfer {
  readonly rawTransaction: string;
  /** Known, and to be stored, before anything is sent. */
  readonly hash: string;
}

/** A transfer of which only the nonce is missing. */
export interface PreparedTransfer {
  /**
   * Takes the next nonce of the paying wallet and signs, without asking the network. The nonce is taken
   * in the caller's transaction: store the result in it. Two transfers never share one, and a
   * transaction that is rolled back leaves none unused.
   */
  sign(tx: Transaction): Promise<SignedTransfer>;
}

/** rejected: it is not on the network, and will not get there while things are as they are. */
export type BroadcastAnswer = 'accepted' | 'already_known' | 'rejected';

/**
 * What the chain knows of a transfer of ours.
 * unknown: neither mined nor waiting; it may still be sent, by us or by a node that kept it.
 * impossible: the proof of absence: another transaction took its nonce and is
 * LIMITS.withdrawal_confirmations deep, so that it can never be mined.
 */
export type TransferStatus =
  | { readonly kind: 'unknown' | 'pending' | 'impossible' }
  | { readonly kind: 'mined'; readonly block: BlockRef; readonly succeeded: boolean };

/** Where a transaction is now; null where the network does not know it. */
export type TransactionPlace = 'waiting' | BlockRef | null;

export interface Chain {
  /** Stable name: what `chain` is in tables and calls. */
  readonly name: string;
  /** For people. */
  readonly displayName: string;
  /** Usual time between two blocks: how often it is worth asking for a new one. */
  readonly blockIntervalMs: number;
  /** The coin that its fees are paid in; null where it takes none. */
  readonly feeCurrencyId: number | null;

  /** The newest block. @throws ChainUnavailableError as every method that asks the network. */
  head(): Promise<BlockRef>;
  /** The block that has this number now; null while none does. */
  block(number: number): Promise<Block | null>;
  /**
   * Payments of this very block, in the order of the chain.
   * @throws ChainUnavailableError also when the block is no longer, or not yet, known.
   */
  payments(block: BlockRef, watch: Watch): Promise<readonly Payment[]>;
  /**
   * Payments of transactions that wait for a block, as far as the network tells of them: none where
   * it does not. They may never be mined, or pay something else then.
   */
  waiting(watch: Watch): Promise<readonly Payment[]>;
  /** Of any transaction, by its hash. */
  locate(transactionHash: string): Promise<TransactionPlace>;

  /** Deposit address number `index` (from 1); the same for ever. */
  addressFor(index: number): string;
  /** Whether it is an address of this chain, by its checksum too where it has one. */
  isAddress(text: string): boolean;
  /** One spelling for each address. @param address one that `isAddress` accepts. */
  canonicalAddress(address: string): string;

  /**
   * Who would get the transfer: asked before anything is held for it, and true of this moment only.
   * @throws ChainUnavailableError
   */
  recipientOf(order: TransferTarget): Promise<RecipientKind>;
  /**
   * Finds out what a transfer needs: gas, fees, and whether the paying wallet covers it.
   * @throws ChainUnavailableError, with reason `short_of_funds` while the paying wallet does not,
   * `would_fail` when it takes more gas than is allowed, `too_dear` while fees are above the cap.
   * @throws AssertionError for a currency, address or amount that this chain does not have.
   */
  prepare(order: TransferOrder): Promise<PreparedTransfer>;
  /**
   * Sends; may be repeated.
   * @throws ChainUnavailableError after a time-out or a lost connection: it may have arrived or not.
   */
  broadcast(transfer: SignedTransfer): Promise<BroadcastAnswer>;
  status(transfer: SignedTransfer): Promise<TransferStatus>;
  /**
   * Asks the network to use the transfer's nonce for a payment of nothing. Which of the two is mined
   * is what `status` says later: impossible, or mined after all.
   */
  cancel(transfer: SignedTransfer): Promise<void>;

  /** Calls `wake` when there may be a new head or payment, for chains that can tell. Answers how to end that. */
  onNews?(wake: () => void): () => void;
}

/** A payment to an address that was given to a person. */
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
 * waiting: for a block, or in one that was not told yet. told: in a block that was told, with all
 * that it paid. unknown: the network does not know it, now.
 */
export type TransactionFate = 'waiting' | 'told' | 'unknown';
export interface WaitingRead {
  readonly chain: string;
  readonly payments: readonly OwnPayment[];
  /** What has become of a transaction that waited some time. @throws ChainUnavailableError */
  fateOf(transactionHash: string): Promise<TransactionFate>;
}

/**
 * Is told what happens on a chain, in order: each block once connected, and disconnected when a
 * reorganisation took it out, newest first. The first two are called in the database transaction that
 * moves the cursor: what they write is committed with it or not at all. That transaction may be run
 * again, and a block may be told again by an operator who moves the cursor back: tell facts apart
 * by (chain, transaction, output).
 */
export interface ChainListener {
  blockConnected(tx: Transaction, fact: BlockConnected): Promise<void>;
  blockDisconnected(tx: Transaction, fact: BlockDisconnected): Promise<void>;
  /**
   * After the commit of what was new, and once at the start: everything up to `head` has been told,
   * so a block n has head.number - n + 1 confirmations. Called again, later, when it throws.
   */
  headMoved(chain: string, head: BlockRef): Promise<void>;
  /**
   * Again and again: what waits for a block now. Only for showing, and no fact: it may be told late,
   * repeatedly or never, and of what is in blocks already.
   */
  waitingRead(fact: WaitingRead): Promise<void>;
}
