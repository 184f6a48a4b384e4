/** The chat of an order: its two sides, and an operator while it is in rights protection. */
import { ensure } from '../../../../contract/assert.ts';
import { FIAT_PARTIES } from '../../../../contract/fiat/fiat-kinds.ts';
import type { FiatParty } from '../../../../contract/fiat/fiat-kinds.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { ok, refuse } from '../../../../contract/result.ts';
import type { Result } from '../../../../contract/result.ts';
import type { FiatMessage } from '../../../../contract/fiat/fiat-order.ts';
import type { EpochMs } from '../../../../contract/time.ts';
import type { Database, Transaction } from '../../../kit/db/database.ts';
import { refusableTransaction } from '../../../kit/db/refusable-transaction.ts';
import { unlessTaken } from '../../../kit/db/transaction.ts';
import type { PictureBinder } from '../../../kit/pictures/pictures.types.ts';
import type { PutPush } from '../../../kit/push/push-kind.ts';
import type { UserUpdates } from '../../../kit/user-updates.types.ts';
import { MessageRate } from './message-rate.ts';
import {
  findMessages,
  findSent,
  insertMessage,
  noteSeen,
  type MessageRow,
  type NewMessage,
} from './messages.repo.ts';
import { partyOf } from './order-lifecycle.ts';
import type { OrderUpdates } from './order-updates.ts';
import { orderPush } from './order-push.ts';
import type { FindHead, OrderHead } from './order-heads.repo.ts';

interface MessageParts {
  readonly database: Database;
  readonly pictures: PictureBinder;
  readonly updates: UserUpdates;
  readonly putPush: PutPush;
  readonly orderUpdates: OrderUpdates;
  readonly findHead: FindHead;
}

/** Text, a picture, or both. */
interface SentMessage {
  readonly orderId: number;
  readonly userId: number;
  /**
   * Identifies the message: a retry has the same id. A retry with other text, or with a picture added
   * or removed, is rejected with `idempotency_key_reused`.
   */
  readonly clientId: string;
  readonly content: string;
  /** The ticket of a picture; empty for none. */
  readonly picture: string;
  readonly now: EpochMs;
}

interface MessagePage {
  /** Messages, newest first. */
  readonly messages: FiatMessage[];
  readonly next: string | null;
}

type SendError =
  | 'fiat_order_not_found'
  | 'fiat_chat_closed'
  | 'idempotency_key_reused'
  | 'picture_ticket_invalid'
  | 'rate_limited';
type People = Pick<OrderHead, 'buyerId' | 'sellerId'>;

export class Messages {
  readonly #parts: MessageParts;
  readonly #rate = new MessageRate(LIMITS.fiat_messages_per_minute_max);

  constructor(parts: MessageParts) {
    this.#parts = parts;
  }

  async page(
    userId: number,
    orderId: number,
    { before, count }: { readonly before: number | undefined; readonly count: number },
  ): Promise<Result<MessagePage, 'fiat_order_not_found'>> {
    const head = await this.#headOf(orderId, userId);
    if (head === undefined) return refuse('fiat_order_not_found');
    const found = await findMessages(this.#parts.database, orderId, before, count + 1);
    const shown = found.slice(0, count).map((row) => toFiatMessage(row, head));
    return ok({
      messages: shown,
      next: found.length > count ? (shown.at(-1)?.id ?? null) : null,
    });
  }

  async send(message: SentMessage): Promise<Result<FiatMessage, SendError>> {
    const { userId, orderId, now } = message;
    const head = await this.#headOf(orderId, userId);
    if (head === undefined) return refuse('fiat_order_not_found');
    const sent = await this.#findSent(message);
    if (sent !== undefined) return repeated(sent, message, head);
    if (!isChatOpen(head, now)) return refuse('fiat_chat_closed');
    const waitS = this.#rate.take(userId, now);
    if (waitS > 0) return refuse('rate_limited', waitS);
    const written = await this.#write(message, head);
    if (!written.ok) {
      this.#rate.giveBack(userId, now);
      // A concurrent retry may have redeemed the same picture ticket.
      const same = await this.#findSent(message);
      return same === undefined ? written : repeated(same, message, head);
    }
    const { row } = written.value;
    const answer = repeated(row, message, head);
    if (answer.ok) await this.publish(row);
    return answer;
  }

  /** Marks messages up to this one as seen, and updates the other open pages of the user. */
  async read(
    userId: number,
    orderId: number,
    messageId: number,
  ): Promise<Result<null, 'fiat_order_not_found'>> {
    const head = await this.#headOf(orderId, userId);
    const party = head && partyOf(head, userId);
    if (party === undefined) return refuse('fiat_order_not_found');
    const { database, orderUpdates } = this.#parts;
    const upTo = Math.min(messageId, Number.MAX_SAFE_INTEGER);
    if (await noteSeen(database, orderId, party, upTo))
      await orderUpdates.publishTo(orderId, party);
    return ok(null);
  }

  /** Stores a message in the transaction of the caller, with a push notification to each side that did not write it. */
  async insert(tx: Transaction, message: NewMessage, people: People): Promise<MessageRow> {
    const { orderId, atMs } = message;
    const receivers = FIAT_PARTIES.map((party) => personOf(people, party)).filter(
      (userId) => userId !== message.senderId,
    );
    const [row] = await Promise.all([
      insertMessage(tx, message),
      ...receivers.map((userId) =>
        this.#parts.putPush(tx, orderPush({ userId, orderId, about: 'message' }), atMs),
      ),
    ]);
    return row;
  }

  /** Shows the message to both sides, after the commit. */
  async publish(row: MessageRow): Promise<void> {
    const { updates, orderUpdates, findHead } = this.#parts;
    const { orderId, senderId } = row;
    const head = ensure(await findHead(orderId), `fiat order ${orderId}`);
    const message = toFiatMessage(row, head);
    for (const party of FIAT_PARTIES) {
      const userId = personOf(head, party);
      updates.publish(userId, {
        kind: 'fiat_message',
        record: { order_id: String(orderId), message },
      });
      if (userId === senderId) continue;
      // Updates the count of unseen messages.
      await orderUpdates.publishTo(orderId, party);
    }
  }

  async #headOf(orderId: number, userId: number): Promise<OrderHead | undefined> {
    const head = await this.#parts.findHead(orderId);
    return head && partyOf(head, userId) === undefined ? undefined : head;
  }

  #findSent({ orderId, userId, clientId }: SentMessage): Promise<MessageRow | undefined> {
    return findSent(this.#parts.database, orderId, { senderId: userId }, clientId);
  }

  async #write(
    message: SentMessage,
    people: People,
  ): Promise<Result<{ readonly row: MessageRow }, 'picture_ticket_invalid'>> {
    const { database } = this.#parts;
    return unlessTaken(
      () => refusableTransaction(database, (tx) => this.#insert(tx, message, people)),
      async () => {
        const row = await this.#findSent(message);
        return ok({ row: ensure(row, 'the message that was sent at the same moment') });
      },
    );
  }

  async #insert(
    tx: Transaction,
    { orderId, userId, clientId, content, picture, now }: SentMessage,
    people: People,
  ): Promise<Result<{ readonly row: MessageRow }, 'picture_ticket_invalid'>> {
    const binding = { ticket: picture, purpose: 'chat', ownerId: userId, now } as const;
    const bound = picture === '' ? ok(null) : await this.#parts.pictures.bind(tx, binding);
    if (!bound.ok) return bound;
    const row = { orderId, senderId: userId, content, pictureId: bound.value, clientId, atMs: now };
    return ok({ row: await this.insert(tx, row, people) });
  }
}

/**
 * Answers a message that exists already. Rejects other content under the same id, because it would be
 * lost silently. Tickets are not compared, because a retry may have a new ticket for the same picture.
 */
function repeated(
  row: MessageRow,
  { content, picture }: SentMessage,
  head: OrderHead,
): Result<FiatMessage, 'idempotency_key_reused'> {
  const hasPicture = row.pictureId !== null;
  return row.content === content && hasPicture === (picture !== '')
    ? ok(toFiatMessage(row, head))
    : refuse('idempotency_key_reused');
}

/** The chat is open until `fiat_chat_open_after_end_ms` after the end of the order. */
function isChatOpen({ endedAtMs }: OrderHead, now: EpochMs): boolean {
  return endedAtMs === null || now < endedAtMs + LIMITS.fiat_chat_open_after_end_ms;
}

const personOf = (people: People, party: FiatParty): number =>
  party === 'buyer' ? people.buyerId : people.sellerId;

export function toFiatMessage(row: MessageRow, people: People): FiatMessage {
  const { id, senderId, content, pictureId, atMs } = row;
  const from = senderId === null ? 'operator' : ensure(partyOf(people, senderId), 'side');
  return { id: String(id), from, content, picture_id: pictureId, at: atMs };
}
