/**
 * The user's own orders, balances and records over the shared socket: signs the socket in,
 * subscribes to USER from the last event on, requests a snapshot after a gap. The caller supplies
 * the token and its renewals. No record of a user is left when the token is taken away.
 */
import { map, mergeMap, Observable, Subject, Subscription, type SchedulerLike } from 'rxjs';
import type {
  AuthMessage,
  SocketErrorMessage,
  UserEventMessage,
  UserMessage,
  UserSnapshotMessage,
} from '../contract/channels.ts';
import type { LeverOrderInfo } from '../contract/lever/lever.ts';
import type { MicroOrderInfo } from '../contract/micro/micro.ts';
import type { Balance } from '../contract/wallet/accounts.ts';
import type { Order } from '../contract/spot/spot.ts';
import type { UpdateKind, UserEvent, UserRecords } from '../contract/user-records.ts';
import type { FrameBatch, FrameCell } from './frame-batch.ts';
import { shareLast, type SharedSource } from './share-last.ts';
import type { SendText } from './subscription-book.ts';
import { UserState } from './user-state.ts';

export interface UserView {
  /** loading: nothing is known. stale: the known state may be outdated. */
  readonly status: 'loading' | 'live' | 'stale';
  /** Open orders by id; the same map as long as nothing in it changes. */
  readonly orders: ReadonlyMap<string, Order>;
  /** Spot balances by currency id, likewise. */
  readonly balances: ReadonlyMap<number, Balance>;
  /** Pending contract orders and open positions by id, likewise. */
  readonly leverOrders: ReadonlyMap<string, LeverOrderInfo>;
  /** Balances of the contract account by currency id, likewise. */
  readonly leverBalances: ReadonlyMap<number, Balance>;
  /** Open fast contracts by id, likewise. */
  readonly microOrders: ReadonlyMap<string, MicroOrderInfo>;
  /** Balances of the fast-contract account by currency id, likewise. */
  readonly microBalances: ReadonlyMap<number, Balance>;
}

export interface UserFeed {
  /**
   * Replays the last view, then emits at most one per frame. The socket is needed while it has
   * subscribers.
   */
  readonly view$: Observable<UserView>;
  /** Returns the last view, even without subscribers; never the view of another user. */
  view(): UserView;
  /**
   * Emits new events in order, once a frame; replays nothing, but includes the events that a
   * reconnect missed.
   */
  readonly events$: Observable<readonly UserEvent[]>;
  /**
   * Emits each new value of records of this kind, in order, including those that a reconnect
   * missed.
   */
  updates$<Kind extends UpdateKind>(kind: Kind): Observable<UserRecords[Kind]>;
  /**
   * Emits when events may have been missed, so that data read by calls must be reloaded. Does not
   * emit after a reconnect that caught up with all events. The value is the open orders by id of
   * the previous view: none at the start, never those of another user.
   */
  readonly restarted$: Observable<UserView['orders']>;
  /** Takes the access token, the newer one after a refresh, or null when no user is signed in. */
  setToken(token: string | null): void;
  opened(send: SendText): void;
  closed(): void;
  receive(message: UserMessage | AuthMessage | SocketErrorMessage): void;
}

interface UserFeedOptions {
  readonly batch: FrameBatch;
  readonly timers: SchedulerLike;
  readonly lingerMs: number;
  /** Keeps the socket needed until the returned function is called. */
  hold(): () => void;
  /** The server rejects `token`, so a newer one is needed. */
  onTokenRefused(token: string): void;
}

/** Limit for a page without frames: older events are in the state, but not emitted any more. */
const EVENTS_WAITING_MAX = 256;
/**
 * Pause before the token is sent again after `too_many_messages`, which the server counts by the
 * minute.
 */
const SIGN_IN_RETRY_MS = 15_000;

export function createUserFeed(options: UserFeedOptions): UserFeed {
  return new SocketUserFeed(options);
}

class SocketUserFeed implements UserFeed, FrameCell {
  isDirty = false;
  readonly view$: Observable<UserView>;
  readonly events$: Observable<readonly UserEvent[]>;
  readonly restarted$: Observable<UserView['orders']>;
  readonly #options: UserFeedOptions;
  readonly #shared: SharedSource<UserView>;
  readonly #occurred$ = new Subject<readonly UserEvent[]>();
  readonly #restarts$ = new Subject<UserView['orders']>();
  #send: SendText | null = null;
  #token: string | null = null;
  #isWanted = false;
  /** Number of pending answers to `auth`; only the last one counts. */
  #answersDue = 0;
  #nextSignIn = Subscription.EMPTY;
  #state = new UserState();
  /** The last event applied to `state`; null while it waits for a snapshot. */
  #position: { readonly stream: string; readonly seq: number } | null = null;
  /** Whether arriving events belong to `token` and follow `position`. */
  #isSubscribed = false;
  #arrived: UserEvent[] = [];
  #hasRestarted = false;
  #view: UserView = this.#viewNow();

  constructor(options: UserFeedOptions) {
    this.#options = options;
    this.#shared = shareLast({
      timers: options.timers,
      lingerMs: options.lingerMs,
      connect: () => this.#want(),
    });
    this.view$ = this.#shared.value$;
    this.events$ = this.#whileWanted(this.#occurred$);
    this.restarted$ = this.#whileWanted(this.#restarts$);
  }

  updates$<Kind extends UpdateKind>(kind: Kind): Observable<UserRecords[Kind]> {
    return this.events$.pipe(
      mergeMap((events) => events.filter((event) => event.kind === kind)),
      map(({ record }) => record as UserRecords[Kind]),
    );
  }

  setToken(token: string | null): void {
    if (token === this.#token) return;
    this.#token = token;
    if (token === null) this.#forget();
    else this.#signIn();
  }

  opened(send: SendText): void {
    this.#send = send;
    this.#answersDue = 0;
    this.#signIn();
  }

  closed(): void {
    this.#send = null;
    this.#isSubscribed = false;
    this.#options.batch.mark(this);
  }

  receive(message: UserMessage | AuthMessage | SocketErrorMessage): void {
    if (message.type === 'auth') this.#takeAnswer();
    else if (message.type === 'error') this.#takeError(message);
    // Messages still in transit for another user, or after a sign-out, are dropped.
    else if (!this.#isSubscribed) return;
    else if (message.kind === 'snapshot') this.#takeSnapshot(message);
    else this.#takeEvent(message);
  }

  view(): UserView {
    return this.#view;
  }

  flush(): void {
    const events = this.#arrived;
    const hasRestarted = this.#hasRestarted;
    const { orders: before } = this.#view;
    this.#arrived = [];
    this.#hasRestarted = false;
    this.#view = this.#viewNow();
    if (this.#isWanted) this.#shared.next(this.#view);
    if (hasRestarted) this.#restarts$.next(before);
    if (events.length > 0) this.#occurred$.next(events);
  }

  #want() {
    this.#isWanted = true;
    const release = this.#options.hold();
    this.#signIn();
    return {
      last: this.#view,
      disconnect: () => {
        this.#isWanted = false;
        this.#unsubscribe();
        this.#view = this.#viewNow();
        release();
      },
    };
  }

  #viewNow(): UserView {
    const { orders, balances, leverOrders, leverBalances } = this.#state;
    const { microOrders, microBalances } = this.#state;
    const ofContracts = { leverOrders, leverBalances, microOrders, microBalances };
    return { status: this.#status(), orders, balances, ...ofContracts };
  }

  #status(): UserView['status'] {
    if (this.#position !== null && this.#isSubscribed) return 'live';
    return this.#position === null && this.#state.isEmpty ? 'loading' : 'stale';
  }

  #request(message: object): void {
    this.#send?.(JSON.stringify(message));
  }

  #signIn(): void {
    this.#nextSignIn.unsubscribe();
    if (this.#send === null || this.#token === null || !this.#isWanted) return;
    this.#answersDue += 1;
    this.#request({ type: 'auth', token: this.#token });
  }

  #takeAnswer(): void {
    this.#answersDue = Math.max(0, this.#answersDue - 1);
    if (this.#answersDue === 0 && this.#token !== null && this.#isWanted) this.#subscribe();
  }

  #subscribe(): void {
    const after = this.#position === null ? {} : { after: this.#position };
    this.#request({ type: 'sub', params: 'USER', ...after });
    this.#isSubscribed = true;
    this.#options.batch.mark(this);
  }

  #unsubscribe(): void {
    if (this.#isSubscribed) this.#request({ type: 'unsub', params: 'USER' });
    this.#isSubscribed = false;
  }

  #takeError({ error }: SocketErrorMessage): void {
    if (error === 'too_many_messages') this.#signInLater();
    if (error !== 'unauthorized' && error !== 'session_ended') return;
    this.#answersDue = Math.max(0, this.#answersDue - 1);
    this.#isSubscribed = false;
    this.#options.batch.mark(this);
    if (this.#answersDue === 0 && this.#token !== null) this.#options.onTokenRefused(this.#token);
  }

  /** The answer says nothing about the token, so subscriptions go on. */
  #signInLater(): void {
    this.#answersDue = Math.max(0, this.#answersDue - 1);
    if (this.#answersDue > 0) return;
    this.#nextSignIn.unsubscribe();
    this.#nextSignIn = this.#options.timers.schedule(() => this.#signIn(), SIGN_IN_RETRY_MS);
  }

  #takeSnapshot(message: UserSnapshotMessage): void {
    this.#state.replace(message);
    this.#position = { stream: message.stream, seq: message.seq };
    this.#hasRestarted = true;
    this.#options.batch.mark(this);
  }

  #takeEvent({ stream, seq, event }: UserEventMessage): void {
    if (this.#position === null) return;
    const isSameStream = stream === this.#position.stream;
    // The event was in transit when the subscription was renewed, and is sent again.
    if (isSameStream && seq <= this.#position.seq) return;
    if (!isSameStream || seq !== this.#position.seq + 1) {
      this.#position = null;
      this.#subscribe();
      return;
    }
    this.#position = { stream, seq };
    this.#state.apply(event);
    this.#arrived.push(event);
    if (this.#arrived.length > EVENTS_WAITING_MAX) {
      this.#arrived.shift();
      this.#hasRestarted = true;
    }
    this.#options.batch.mark(this);
  }

  /** Runs immediately, because a hidden page has no next frame. */
  #forget(): void {
    this.#unsubscribe();
    this.#state = new UserState();
    this.#position = null;
    this.#arrived = [];
    this.#hasRestarted = false;
    this.flush();
  }

  /** Returns `source` with the socket needed while it has subscribers. */
  #whileWanted<T>(source: Observable<T>): Observable<T> {
    return new Observable((subscriber) => {
      const listening = source.subscribe(subscriber);
      listening.add(this.view$.subscribe());
      return listening;
    });
  }
}
