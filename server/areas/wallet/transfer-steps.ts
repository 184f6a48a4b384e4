/**
 * The steps of one transfer: it is stored with all its legs, and each leg is booked by the owner of the account that
 * it takes from.
 */
import { units } from '../../../contract/money/units.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import { ownerOf } from '../../ledger/account-owners.ts';
import type { Movement } from '../../ledger/movement.ts';
import type { PostingId } from '../../ledger/writer/postings.types.ts';
import { legsOf } from './transfer-legs.ts';
import type { Leg } from './transfer-legs.ts';
import { GatheredStatement } from '../../kit/db/gathered-statement.ts';
import { checkedPosting } from '../../ledger/writer/written-postings.ts';
import { insertTransfers } from './transfer-inserts.repo.ts';
import type { TransferInsert } from './transfer-inserts.repo.ts';
import { deleteRefusedTransfer, findKeyedTransfer, writeTransfer } from './transfers.repo.ts';
import type { TransferParts, TransferRow, WrittenTransfer } from './transfers.repo.ts';
import type {
  NewTransfer,
  Transfer,
  TransferRefusal,
  TransferServiceParts,
} from './transfers.types.ts';

type Finished = Result<Transfer, TransferRefusal>;

interface StoredTransfer {
  readonly transfer: TransferRow;
  /** The movements of its postings; none when another call has stored them. */
  readonly stored: Partial<Record<Writer, Movement>>;
}

type Writer = 'spot' | 'dealing';

export class TransferSteps {
  readonly #parts: Omit<TransferServiceParts, 'owing'>;

  /** Stores the transfers of one moment together. */
  readonly #inserts: GatheredStatement<TransferInsert, WrittenTransfer | 'late' | undefined>;

  constructor(parts: Omit<TransferServiceParts, 'owing'>) {
    this.#parts = parts;
    this.#inserts = new GatheredStatement((inserts) => insertTransfers(parts.keyed, inserts));
  }

  async create(wanted: NewTransfer): Promise<Finished> {
    const written = await this.#write(wanted);
    return written.ok ? this.#finish(written.value) : written;
  }

  /** Like {@link create}, for a transfer into contracts: liens must leave its amount free. */
  async createUnlocked(wanted: NewTransfer): Promise<Finished> {
    const { userId, currencyId, amount } = wanted;
    const most = await this.#parts.contractable(userId, currencyId);
    return amount > most ? this.repeat(wanted, 'balance_locked') : this.create(wanted);
  }

  /** Answers with the earlier transfer of the key. @param otherwise the refusal when there is none. */
  async repeat(wanted: NewTransfer, otherwise: TransferRefusal): Promise<Finished> {
    const first = await this.#findRepeated(wanted, otherwise);
    return first.ok ? this.#finish(first.value) : first;
  }

  /** Returns the transfer of the key; with its postings, if this call has stored them. */
  async #write(wanted: NewTransfer): Promise<Result<StoredTransfer, TransferRefusal>> {
    const { requestId, now, deadline, ...terms } = wanted;
    const movements = partsOf(wanted);
    const row = { ...terms, createdAtMs: now };
    const written = await this.#store({ row, requestId, deadline, parts: movements });
    if (written === 'late') return this.#findRepeated(wanted, 'command_expired');
    if (written === undefined) return this.#findRepeated(wanted, 'insufficient_balance');
    const causeId = String(written.id);
    const { spot, dealing } = movements;
    const stored = {
      ...(spot && { spot: { ...spot, causeId } }),
      ...(dealing && { dealing: { ...dealing, causeId } }),
    };
    const numbers = { movementNumber: null, hasArrival: false };
    return ok({ transfer: { ...row, ...written, ...numbers }, stored });
  }

  /** Only a movement of the general journal needs a statement of its own, because it locks accounts. */
  async #store(insert: TransferInsert & { readonly parts: TransferParts }) {
    const { row, requestId, deadline, parts } = insert;
    const { general, spot, dealing } = parts;
    if (spot) checkedPosting(spot, 'spot');
    if (dealing) checkedPosting(dealing, 'dealing');
    if (general === null) return this.#inserts.ask(insert);
    if (deadline.hasPassed()) return 'late';
    return writeTransfer(this.#parts.keyed, row, requestId, { ...parts, general });
  }

  /** A debit must be paid immediately or is refused; a credit of money on its way is booked, now or later. */
  async #finish({ transfer, stored }: StoredTransfer): Promise<Finished> {
    const { database, postings } = this.#parts;
    for (const { writer, id } of writersOf(transfer)) {
      const takes = ownerOf(transfer.fromAccountType) === writer;
      const booked = takes
        ? await postings[writer].postOrRefuse(id, stored[writer])
        : await postings[writer].post(id, stored[writer]);
      if (booked.ok) continue;
      if (takes) await deleteRefusedTransfer(database, transfer.id);
      return booked;
    }
    return ok(transfer);
  }

  async #findRepeated(
    wanted: NewTransfer,
    otherwise: TransferRefusal,
  ): Promise<Result<StoredTransfer, TransferRefusal>> {
    const { userId, idempotencyKey } = wanted;
    const first = await findKeyedTransfer(this.#parts.database, userId, idempotencyKey);
    if (first === undefined) return refuse(otherwise);
    if (!isSame(first, wanted)) return refuse('idempotency_key_reused');
    return ok({ transfer: first, stored: {} });
  }
}

const isSame = (first: TransferRow, wanted: NewTransfer): boolean =>
  first.currencyId === wanted.currencyId &&
  first.fromAccountType === wanted.fromAccountType &&
  first.toAccountType === wanted.toAccountType &&
  first.amount === wanted.amount;

/** Returns the movements of the transfer; their cause is known after the insert. */
function partsOf(wanted: NewTransfer): TransferParts {
  const { userId, currencyId, requestId, fromAccountType, toAccountType } = wanted;
  const who = { ownerId: userId, actorId: userId, requestId, causeId: '' };
  const funds = { ...who, currencyId, amount: units(wanted.amount) };
  const legs = legsOf(funds, fromAccountType, toAccountType).filter((leg) => leg !== undefined);
  const movementBy = (owner: Leg['by']) => legs.find(({ by }) => by === owner)?.movement ?? null;
  const writers = legs.flatMap(({ by }) => (by === 'rows' ? [] : [by]));
  return {
    general: movementBy('rows'),
    spot: movementBy('spot'),
    dealing: movementBy('dealing'),
    first: (writers.length > 1 ? writers[0] : null) ?? null,
  };
}

interface WriterPosting {
  readonly writer: Writer;
  readonly id: PostingId;
}

/** Returns the postings of a transfer in the order in which they are booked. */
function writersOf(transfer: TransferRow): readonly WriterPosting[] {
  const { postingId, dealingPostingId, fromAccountType } = transfer;
  const spot: readonly WriterPosting[] =
    postingId === null ? [] : [{ writer: 'spot', id: postingId }];
  const dealing: readonly WriterPosting[] =
    dealingPostingId === null ? [] : [{ writer: 'dealing', id: dealingPostingId }];
  return ownerOf(fromAccountType) === 'dealing' ? [...dealing, ...spot] : [...spot, ...dealing];
}
