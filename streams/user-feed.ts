/**
 * The person's own orders, balances and records over the shared socket: signs the socket in, subscribes
 * to USER from the last event on, asks for a snapshot after a gap. Whose token it is, and a newer
 * one, come from outside. Nothing of one person is left when the token is taken away.
 */
import { map, mergeMap, Observable, Subject, Subscription, type SchedulerLike } from 'rxjs';
import type {
  AuthMessage,
  SocketErrorMessage,
  UserEventMessage,
  UserMessage,
  UserSnapshotMessage,
} from '../contract/channels.ts';
import type { Balance } from '../contract/wallet/accounts.ts';
import type { Order } from '../contract/spot/spot.ts';
import type { NewsKind, UserEvent, UserRecords } from '../contract/user-records.ts';
import type { FrameBatch, FrameCell } from './frame-batch.ts';
import { shareLast, type SharedSource } from './share-last.ts';
import type { SendText } from './subscription-book.ts';
import { UserState } from './user-state.ts';

export interface UserView {
  /** loading: nothing is known. stale: what is known may be out of date. */
  readonly status: 'loading' | 'live' | 'stale';
  /** Open orders by id; the same map as long as nothing in it changes. */
  readonly orders: ReadonlyMap<string, Order>;
  /** Spot balances by currency id, likewise. */
  readonly balances: ReadonlyMap<number, Balance>;
}

export interface UserFeed {
  /** Replays the last view, then at most one a frame. The socket is wanted while subscribed to. */
  readonly view$: Observable<UserView>;
  /** The last view, also while nobody subscribes to it: never one of somebody else. */
  view(): UserView;
  /** What happened, in order, once a frame; holds nothing from before, but what a reconnect missed. */
  readonly events$: Observable<readonly UserEvent[]>;
  /** Each new value of records of this kind, in order, those that a reconnect missed too. */
  news$<Kind extends NewsKind>(kind: Kind): Observable<UserRecords[Kind]>;
  /**
   * From here on everything is told, but something may have happened before without being told: what
   * was read by call is to be read again. Not after a reconnect whose events were all caught up with.
   * Tells the open orders by id of the view before: none at the beginning, never those of somebody else.
   */
  readonly restarted$: Observable<UserView['orders']>;
  /** The access token, the newer one after a refresh, or null when nobody is signed in. */
  setToken(token: string | null): void;
  opened(send: SendText): void;
  closed(): void;
  receive(message: UserMessage | AuthMessage | SocketErrorMessage): void;
}

export interface UserFeedOptions {
  readonly batch: FrameBatch;
  readonly timers: SchedulerLike;
  readonly lingerMs: number;
  /** Keeps the socket wanted until the answer is called. */
  hold(): () => void;
  /** The server does not take `token` (any more): a newer one is needed. */
  onTokenRefused(token: string): void;
}

/** Of a page without frames: older ones are in the state, but not told any more. */
const EVENTS_WAITING_MAX = 256;
/** Until the token is sent again after the server took none for the moment: it counts by the minute. */
const SIGN_IN_RETRY_MS = 15_000;

export function createUserFeed(options: UserFeedOptions): UserFeed {
  return new SocketUserFeed(options);
}

class SocketUserFeed implements UserFeed, FrameCell {
  isDirty = false;
  readonly view$: Observable<UserView>;
  readonly events$: Observable<readonly UserEvent[]>;
  readonly restarted$: Observable<UserView['orders']>;
  private readonly options: UserFeedOptions;
  private readonly shared: SharedSource<UserView>;
  private readonly told$ = new Subject<readonly UserEvent[]>();
  private readonly restarts$ = new Subject<UserView['orders']>();
  private send: SendText | null = null;
  private token: string | null = null;
  private isWanted = false;
  /** Answers to `auth` that have not come yet; only the last one counts. */
  private answersDue = 0;
  private nextSignIn = Subscription.EMPTY;
  private state = new UserState();
  /** The last event that is in `state`; null while a snapshot is awaited. */
  private position: { readonly stream: string; readonly seq: number } | null = null;
  /** What arrives belongs to `token`, and follows on `position`. */
  private isSubscribed = false;
  private arrived: UserEvent[] = [];
  private hasRestarted = false;
  private told: UserView = this.viewNow();

  constructor(options: UserFeedOptions) {
    this.options = options;
    this.shared = shareLast({
      timers: options.timers,
      lingerMs: options.lingerMs,
      connect: () => this.want(),
    });
    this.view$ = this.shared.value$;
    this.events$ = this.whileWanted(this.told$);
    this.restarted$ = this.whileWanted(this.restarts$);
  }

  news$<Kind extends NewsKind>(kind: Kind): Observable<UserRecords[Kind]> {
    return this.events$.pipe(
      mergeMap((events) => events.filter((event) => event.kind === kind)),
      map(({ record }) => record as UserRecords[Kind]),
    );
  }

  setToken(token: string | null): void {
    if (token === this.token) return;
    this.token = token;
    if (token === null) this.forget();
    else this.signIn();
  }

  opened(send: SendText): void {
    this.send = send;
    this.answersDue = 0;
    this.signIn();
  }

  closed(): void {
    this.send = null;
    this.isSubscribed = false;
    this.options.batch.mark(this);
  }

  receive(message: UserMessage | AuthMessage | SocketErrorMessage): void {
    if (message.type === 'auth') this.takeAnswer();
    else if (message.type === 'error') this.takeError(message);
    // What is still on its way to somebody else, or to nobody, is not shown.
    else if (!this.isSubscribed) return;
    else if (message.kind === 'snapshot') this.takeSnapshot(message);
    else this.takeEvent(message);
  }

  view(): UserView {
    return this.told;
  }

  flush(): void {
    const { arrived: events, hasRestarted } = this;
    const { orders: before } = this.told;
    this.arrived = [];
    this.hasRestarted = false;
    this.told = this.viewNow();
    if (this.isWanted) this.shared.next(this.told);
    if (hasRestarted) this.restarts$.next(before);
    if (events.length > 0) this.told$.next(events);
  }

  private want() {
    this.isWanted = true;
    const release = this.options.hold();
    this.signIn();
    return {
      last: this.told,
      disconnect: () => {
        this.isWanted = false;
        this.unsubscribe();
        this.told = this.viewNow();
        release();
      },
    };
  }

  private viewNow(): UserView {
    const { orders, balances } = this.state;
    return { status: this.status(), orders, balances };
  }

  private status(): UserView['status'] {
    if (this.position !== null && this.isSubscribed) return 'live';
    return this.position === null && this.state.isEmpty ? 'loading' : 'stale';
  }

  private tell(message: object): void {
    this.send?.(JSON.stringify(message));
  }

  private signIn(): void {
    this.nextSignIn.unsubscribe();
    if (this.send === null || this.token === null || !this.isWanted) return;
    this.answersDue += 1;
    this.tell({ type: 'auth', token: this.token });
  }

  private takeAnswer(): void {
    this.answersDue = Math.max(0, this.answersDue - 1);
    if (this.answersDue === 0 && this.token !== null && this.isWanted) this.subscribe();
  }

  private subscribe(): void {
    const after = this.position === null ? {} : { after: this.position };
    this.tell({ type: 'sub', params: 'USER', ...after });
    this.isSubscribed = true;
    this.options.batch.mark(this);
  }

  private unsubscribe(): void {
    if (this.isSubscribed) this.tell({ type: 'unsub', params: 'USER' });
    this.isSubscribed = false;
  }

  private takeError({ error }: SocketErrorMessage): void {
    if (error === 'too_many_messages') this.signInLater();
    if (error !== 'unauthorized' && error !== 'session_ended') return;
    this.answersDue = Math.max(0, this.answersDue - 1);
    this.isSubscribed = false;
    this.options.batch.mark(this);
    if (this.answersDue === 0 && this.token !== null) this.options.onTokenRefused(this.token);
  }

  /** Nothing is said of the token; what is subscribed to goes on. */
  private signInLater(): void {
    this.answersDue = Math.max(0, this.answersDue - 1);
    if (this.answersDue > 0) return;
    this.nextSignIn.unsubscribe();
    this.nextSignIn = this.options.timers.schedule(() => this.signIn(), SIGN_IN_RETRY_MS);
  }

  private takeSnapshot(message: UserSnapshotMessage): void {
    this.state.replace(message);
    this.position = { stream: message.stream, seq: message.seq };
    this.hasRestarted = true;
    this.options.batch.mark(this);
  }

  private takeEvent({ stream, seq, event }: UserEventMessage): void {
    if (this.position === null) return;
    const isSameStream = stream === this.position.stream;
    // Was on its way when the subscription was renewed, and is sent once more.
    if (isSameStream && seq <= this.position.seq) return;
    if (!isSameStream || seq !== this.position.seq + 1) {
      this.position = null;
      this.subscribe();
      return;
    }
    this.position = { stream, seq };
    this.state.apply(event);
    this.arrived.push(event);
    if (this.arrived.length > EVENTS_WAITING_MAX) {
      this.arrived.shift();
      this.hasRestarted = true;
    }
    this.options.batch.mark(this);
  }

  /** At once, not with the next frame: the page may have none. */
  private forget(): void {
    this.unsubscribe();
    this.state = new UserState();
    this.position = null;
    this.arrived = [];
    this.hasRestarted = false;
    this.flush();
  }

  /** `source` as long as somebody listens, and the socket with it. */
  private whileWanted<T>(source: Observable<T>): Observable<T> {
    return new Observable((subscriber) => {
      const listening = source.subscribe(subscriber);
      listening.add(this.view$.subscribe());
      return listening;
    });
  }
}
