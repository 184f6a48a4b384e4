/** The user's own orders and balances in a feed without a socket: a test sends its frames and moves its timers. */
import { VirtualTimeScheduler } from 'rxjs';
import { vi } from 'vitest';
import type { UserEvent } from '../../contract/user-records.ts';
import { createFeed } from '../../streams/feed.ts';
import type { UserView } from '../../streams/user-feed.ts';
import { balanceSample, orderSample } from './wire-samples.ts';

/** The message that subscribes to the user's own records. */
export const SUB = { type: 'sub', params: 'USER' };
/** The message that signs in with a token. */
export const auth = (token: string) => ({ type: 'auth', token });

/** A feed with virtual frames and timers, the messages that it sent, and the views and events that it emitted. */
export function setUpUserFeed() {
  const frames = new VirtualTimeScheduler();
  const timers = new VirtualTimeScheduler();
  const onTokenRefused = vi.fn<(token: string) => void>();
  const feed = createFeed({ frames, timers, lingerMs: 50, onTokenRefused });
  const sent: unknown[] = [];
  const views: UserView[] = [];
  const events: UserEvent[] = [];
  const viewing = feed.user.view$.subscribe((view) => views.push(view));
  const hearing = feed.user.events$.subscribe((some) => events.push(...some));
  const say = (message: object) => feed.receive(JSON.stringify(message));
  return {
    feed,
    frames,
    timers,
    onTokenRefused,
    sent,
    views,
    events,
    open: () => feed.opened((text) => sent.push(JSON.parse(text))),
    say,
    /** Messages sent since the last call. */
    takeSent: () => sent.splice(0),
    snapshot: (seq: number, ids: string[], stream = 's') =>
      say({
        type: 'USER',
        kind: 'snapshot',
        stream,
        seq,
        orders: ids.map((id) => orderSample({ id })),
        balances: [balanceSample()],
      }),
    event: (seq: number, event: UserEvent, stream = 's') =>
      say({ type: 'USER', kind: 'event', stream, seq, event }),
    view: () => {
      frames.flush();
      return { ...feed.user.view(), ids: [...feed.user.view().orders.keys()] };
    },
    leave() {
      viewing.unsubscribe();
      hearing.unsubscribe();
      timers.flush();
    },
  };
}

/** A feed that is signed in and subscribed, with a snapshot of order 1 at number 0. */
export function setUpLiveUserFeed() {
  const parts = setUpUserFeed();
  parts.feed.user.setToken('token A');
  parts.open();
  parts.say({ type: 'auth' });
  parts.snapshot(0, ['1']);
  parts.frames.flush();
  parts.takeSent();
  return parts;
}
