/** The subscribed channels. Sends each subscription to the server, and all of them again after a reconnect. */
import { BehaviorSubject, distinctUntilChanged, type Observable } from 'rxjs';
import type { ChannelName } from '../contract/channels.ts';

/** Channel name and the fields that identify one subscription of it. */
export interface Subscription {
  readonly params: ChannelName;
  readonly [field: string]: string | number | boolean;
}

export type SendText = (text: string) => void;

export interface SubscriptionBook {
  /**
   * Adds one subscriber; the returned function removes it. The first subscribes, the last
   * unsubscribes.
   */
  acquire(subscription: Subscription): () => void;
  /** Restarts an active subscription from its beginning. */
  renew(subscription: Subscription): void;
  /** Keeps the socket needed without a subscription, until the returned function is called. */
  hold(): () => void;
  /** Sends all active subscriptions through the new socket, and later changes as well. */
  open(send: SendText): void;
  close(): void;
  /** Whether there is any subscriber. */
  readonly isWanted$: Observable<boolean>;
}

export function createSubscriptionBook(): SubscriptionBook {
  const listeners = new Map<string, { count: number; readonly subscription: Subscription }>();
  const isWanted$ = new BehaviorSubject(false);
  let holders = 0;
  let send: SendText | null = null;

  const decide = () => isWanted$.next(listeners.size + holders > 0);
  const request = (type: 'sub' | 'unsub', subscription: Subscription) =>
    send?.(JSON.stringify({ type, ...subscription }));

  return {
    isWanted$: isWanted$.pipe(distinctUntilChanged()),
    acquire(subscription) {
      const key = JSON.stringify(subscription);
      const entry = listeners.get(key) ?? { count: 0, subscription };
      entry.count += 1;
      if (entry.count === 1) {
        listeners.set(key, entry);
        request('sub', subscription);
        decide();
      }
      return () => {
        entry.count -= 1;
        if (entry.count > 0) return;
        listeners.delete(key);
        request('unsub', subscription);
        decide();
      };
    },
    renew(subscription) {
      if (listeners.has(JSON.stringify(subscription))) request('sub', subscription);
    },
    hold() {
      holders += 1;
      decide();
      return () => {
        holders -= 1;
        decide();
      };
    },
    open(sendText) {
      send = sendText;
      for (const { subscription } of listeners.values()) request('sub', subscription);
    },
    close() {
      send = null;
    },
  };
}
