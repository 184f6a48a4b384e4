/** How a user receives payments in fiat money: bank cards, Alipay and WeChat with the picture of a payment code. */
import { ensure } from '../../../contract/assert.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { isPaymentAccount, isSameName } from '../../../contract/people/payment-accounts.ts';
import { ok, refuse } from '../../../contract/result.ts';
import type { Result } from '../../../contract/result.ts';
import type { CollectionKind, CollectionMethod } from '../../../contract/people/people.ts';
import type { EpochMs } from '../../../contract/time.ts';
import type { Database, Transaction } from '../../kit/db/database.ts';
import { refusableTransaction } from '../../kit/db/refusable-transaction.ts';
import {
  findRealName,
  lockUser,
  type PayPasswordError,
  type SecurityCheck,
} from '../identity/identity.area.ts';
import type { PictureBinder } from '../../kit/pictures/pictures.types.ts';
import {
  countMethods,
  findMethod,
  findMethods,
  insertMethod,
  removeMethod,
  updateMethod,
} from './collection-methods.repo.ts';
import type { StoredMethod } from './collection-methods.repo.ts';

export interface CollectionParts {
  readonly database: Database;
  readonly check: SecurityCheck;
  readonly pictures: PictureBinder;
  /** Called after the commit of a change. */
  methodsChanged(userId: number): void;
}

/** The fields of a change; fields that its kind does not have are ignored. */
interface MethodChange {
  /** The id of the changed method; undefined for a new one. */
  readonly id: string | undefined;
  readonly kind: CollectionKind;
  /** The name as the user wrote it; undefined when it was left out. */
  readonly realName: string | undefined;
  readonly account: string;
  readonly bank: string | undefined;
  readonly branch: string | undefined;
  readonly nickname: string | undefined;
  /** The ticket for the picture of a payment code; a change without it keeps the picture. */
  readonly pictureTicket: string | undefined;
}

type SavingError =
  | 'verification_required'
  | PayPasswordError
  | 'picture_ticket_invalid'
  | 'collection_method_not_found'
  | 'too_many_collection_methods'
  | 'payment_picture_required'
  | 'collection_holder_differs'
  | 'card_number_invalid'
  | 'payment_account_invalid';

/** The user, and the proofs of their identity. */
interface Saver {
  readonly userId: number;
  readonly isVerified: boolean;
  readonly payPassword: string;
  readonly now: EpochMs;
}

export async function listMethods(
  { database }: CollectionParts,
  userId: number,
): Promise<Result<CollectionMethod[], never>> {
  return ok((await findMethods(database, userId)).map(shown));
}

/** Adds or changes a method of a certified user. A refusal leaves the ticket unused. */
export async function saveMethod(
  { database, check, pictures, methodsChanged }: CollectionParts,
  { userId, isVerified, payPassword, now }: Saver,
  change: MethodChange,
): Promise<Result<CollectionMethod, SavingError>> {
  if (!isVerified) return refuse('verification_required');
  const paid = await check.checkPayPassword(userId, payPassword, now);
  if (!paid.ok) return paid;
  const saved = await refusableTransaction(database, (tx) =>
    saveOnce(tx, pictures, userId, change, now),
  );
  if (saved.ok) methodsChanged(userId);
  return saved;
}

/** Removes the method from the list; orders that name it keep its data. */
export async function removeOwnMethod(
  { database, check, methodsChanged }: CollectionParts,
  { userId, payPassword, now }: Omit<Saver, 'isVerified'>,
  id: string,
): Promise<Result<null, PayPasswordError | 'collection_method_not_found'>> {
  const paid = await check.checkPayPassword(userId, payPassword, now);
  if (!paid.ok) return paid;
  const isRemoved = await removeMethod(database, userId, Number(id), now);
  if (!isRemoved) return refuse('collection_method_not_found');
  methodsChanged(userId);
  return ok(null);
}

async function saveOnce(
  tx: Transaction,
  pictures: PictureBinder,
  userId: number,
  change: MethodChange,
  now: EpochMs,
): Promise<Result<CollectionMethod, Exclude<SavingError, PayPasswordError>>> {
  const { id, kind, account, pictureTicket: ticket } = change;
  // The lock makes a user's changes sequential, so that the limit on methods holds.
  await lockUser(tx, userId);
  const bound =
    ticket === undefined
      ? ok(null)
      : await pictures.bind(tx, { ticket, purpose: 'collection', ownerId: userId, now });
  if (!bound.ok) return bound;
  const known = id === undefined ? undefined : await findMethod(tx, userId, Number(id));
  if (id !== undefined && known === undefined) return refuse('collection_method_not_found');
  if (id === undefined && (await countMethods(tx, userId)) >= LIMITS.collection_methods_max)
    return refuse('too_many_collection_methods');
  const holder = await holderOf(tx, userId, change.realName);
  if (!holder.ok) return holder;
  if (!isPaymentAccount(kind, account))
    return refuse(kind === 'bank_card' ? 'card_number_invalid' : 'payment_account_invalid');
  const keptPictureId = known?.kind === kind ? known.qrPictureId : null;
  const qrPictureId = bound.value ?? keptPictureId;
  if (kind !== 'bank_card' && qrPictureId === null) return refuse('payment_picture_required');
  const details = {
    kind,
    realName: holder.value,
    account,
    bank: change.bank ?? null,
    branch: change.branch ?? null,
    nickname: change.nickname ?? null,
    qrPictureId,
    isChecked: true,
    updatedAtMs: now,
  };
  const [saved] =
    known === undefined
      ? await insertMethod(tx, userId, details)
      : await updateMethod(tx, userId, known.id, details);
  return ok(shown(ensure(saved, 'saved collection method')));
}

/** Returns the verified name, spelled as it was certified. @param written the name as the user wrote it. */
async function holderOf(
  tx: Transaction,
  userId: number,
  written: string | undefined,
): Promise<Result<string, 'verification_required' | 'collection_holder_differs'>> {
  const realName = await findRealName(tx, userId);
  if (realName === null) return refuse('verification_required');
  if (written !== undefined && !isSameName(written, realName))
    return refuse('collection_holder_differs');
  return ok(realName);
}

const shown = (method: StoredMethod): CollectionMethod => ({
  id: String(method.id),
  kind: method.kind,
  real_name: method.realName,
  account: method.account,
  bank: method.bank,
  branch: method.branch,
  nickname: method.nickname,
  qr_picture_id: method.qrPictureId,
  is_usable: method.isChecked,
  updated_at: method.updatedAtMs,
});
