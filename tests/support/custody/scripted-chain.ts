/** A chain with every answer decided by the test. */
import type {
  Block,
  BlockRef,
  BroadcastAnswer,
  Chain,
  Holder,
  Payment,
  PreparedTransfer,
  RaiseOrder,
  RecipientKind,
  SignedTransfer,
  TransferOrder,
  TransferSpend,
  TransferStatus,
  WalletState,
  WalletTransaction,
} from '../../../server/areas/custody/chain.types.ts';
import { ChainUnavailableError } from '../../../server/areas/custody/custody.area.ts';
import type { ChainUnavailableReason } from '../../../server/areas/custody/chain-unavailable-error.ts';

type ScriptedAnswer = BroadcastAnswer | 'unreachable';

export class ScriptedChain implements Chain {
  readonly name: string;
  readonly displayName = 'Scripted chain';
  readonly blockIntervalMs = 1_000;
  feeCurrencyId: number | null = null;
  /** Its answer about every recipient; unreachable: none. */
  recipient: RecipientKind | 'unreachable' = 'plain';
  /** Transfers that it was asked to sign. */
  readonly prepared: TransferOrder[] = [];
  /** The reason why it signs nothing; null while it does. */
  hindrance: ChainUnavailableReason | null = null;
  /** The next answers to broadcasts; `accepted` after the last. */
  answers: ScriptedAnswer[] = [];
  /** Status of each transfer by its hash; unknown without one. */
  readonly statuses = new Map<string, TransferStatus>();
  /** Hashes of transfers without an answer. */
  readonly unanswered = new Set<string>();
  headNumber = 100;
  /** The answer to a wish for a higher fee; null: the newest fee suffices. */
  raising: 'signed' | ChainUnavailableReason | null = null;
  /** The transfers of each wish for a higher fee. */
  readonly raised: (readonly SignedTransfer[])[] = [];
  /** The orders of the wishes. */
  readonly raiseOrders: RaiseOrder[] = [];
  /** Fields that it reads from the bytes of a transfer. */
  spend: TransferSpend | null = null;
  /** The transaction that has used the nonce of every transfer. */
  used: WalletTransaction | null = null;
  /** Whether it keeps the data that the search by a nonce needs. */
  keepsNonces = true;
  /** Everything broadcast, in order. */
  readonly sent: SignedTransfer[] = [];
  #nonce = 0;

  constructor(name: string) {
    this.name = name;
  }

  head(): Promise<BlockRef> {
    return Promise.resolve({ number: this.headNumber, hash: `head ${this.headNumber}` });
  }

  block(_number: number): Promise<Block | null> {
    return Promise.resolve(null);
  }

  payments(_block: BlockRef): Promise<readonly Payment[]> {
    return Promise.resolve([]);
  }

  waiting(): Promise<readonly Payment[]> {
    return Promise.resolve([]);
  }

  locate(): Promise<null> {
    return Promise.resolve(null);
  }

  addressFor(index: number): string {
    return `${this.name} ${index}`;
  }

  isAddress(): boolean {
    return true;
  }

  canonicalAddress(address: string): string {
    return address;
  }

  recipientOf(): Promise<RecipientKind> {
    return this.recipient === 'unreachable'
      ? Promise.reject(new ChainUnavailableError(this.name, 'timed_out'))
      : Promise.resolve(this.recipient);
  }

  prepare(order: TransferOrder): Promise<PreparedTransfer> {
    this.prepared.push(order);
    if (this.hindrance !== null)
      return Promise.reject(new ChainUnavailableError(this.name, this.hindrance));
    const nonce = ++this.#nonce;
    const rawTransaction = `${this.name} transfer ${nonce}`;
    const hash = `0x${String(nonce).padStart(64, '0')}`;
    return Promise.resolve({ sign: () => Promise.resolve({ rawTransaction, hash }) });
  }

  broadcast(transfer: SignedTransfer): Promise<BroadcastAnswer> {
    this.sent.push(transfer);
    const answer = this.answers.shift() ?? 'accepted';
    if (answer === 'unreachable')
      return Promise.reject(new ChainUnavailableError(this.name, 'timed_out'));
    return Promise.resolve(answer);
  }

  status({ hash }: SignedTransfer): Promise<TransferStatus> {
    if (this.unanswered.has(hash))
      return Promise.reject(new ChainUnavailableError(this.name, 'timed_out'));
    return Promise.resolve(this.statuses.get(hash) ?? { kind: 'unknown' });
  }

  /** A transfer with a higher fee has a plus sign more. */
  raise(transfers: readonly SignedTransfer[], order: RaiseOrder): Promise<SignedTransfer | null> {
    this.raised.push(transfers);
    this.raiseOrders.push(order);
    if (this.raising === null) return Promise.resolve(null);
    if (this.raising !== 'signed')
      return Promise.reject(new ChainUnavailableError(this.name, this.raising));
    const rawTransaction = `${transfers.at(-1)?.rawTransaction ?? ''}+`;
    const hash = `0x${'f'.repeat(32)}${String(this.raised.length).padStart(32, '0')}`;
    return Promise.resolve({ rawTransaction, hash });
  }

  cancel(): Promise<void> {
    return Promise.resolve();
  }

  balances(_block: BlockRef, holders: readonly Holder[]): Promise<readonly (bigint | null)[]> {
    return Promise.resolve(holders.map(() => 0n));
  }

  walletAt(): Promise<WalletState> {
    return Promise.resolve({ used: 0, balances: new Map() });
  }

  spendOf(): TransferSpend | null {
    return this.spend;
  }

  walletTransaction(
    which: { readonly nonce: number } | { readonly hash: string },
  ): Promise<WalletTransaction | 'not_kept' | null> {
    if ('nonce' in which) return Promise.resolve(this.keepsNonces ? this.used : 'not_kept');
    return Promise.resolve(this.used?.hash === which.hash ? this.used : null);
  }
}
