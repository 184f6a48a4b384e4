/** The cache of GET calls: one machine per call and request, shared by all screens. */
import { createActor, fromPromise, type ActorRefFrom } from 'xstate';
import { ENDPOINTS, type TextEndpointName } from '../../../contract/endpoints.ts';
import type { RequestInput } from '../../../contract/routes.ts';
import { MINUTE_MS, SECOND_MS, type Clock } from '../../../contract/time.ts';
import type { CallAnswer } from '../../../machines/app/core/problem.ts';
import { createQueryMachine } from '../../../machines/app/core/query.machine.ts';
import type { ApiClient, Reporting } from './api/api-client.ts';
import { callAnswer } from './api/call-answer.ts';

const queryMachine = createQueryMachine<unknown>();
export type QueryActor = ActorRefFrom<typeof queryMachine>;

/** A screen that opens reloads an older answer. */
const FRESH_MS = 30 * SECOND_MS;
/** An answer without a screen is dropped after this time. */
const KEPT_MS = 5 * MINUTE_MS;

interface Entry {
  readonly key: string;
  readonly name: TextEndpointName;
  readonly actor: QueryActor;
  holders: number;
  /** Whether a screen that needs the answer has just opened: a refusal is shown once. */
  isAwaited: boolean;
  askedAtMs: number;
  forgetting?: ReturnType<typeof setTimeout>;
}

export interface QueryCache {
  /**
   * Returns the query of this call, started if it is new. It stays alive while
   * {@link QueryCache.hold} holds it.
   */
  get<N extends TextEndpointName>(
    name: N,
    request: RequestInput<N>,
    reporting?: Reporting,
  ): QueryActor;
  /** Returns whether this request is cached. */
  has<N extends TextEndpointName>(name: N, request: RequestInput<N>): boolean;
  /** Keeps the query of `actor` alive and fresh until the returned function is called. */
  hold(actor: QueryActor): () => void;
  /** Reloads everything, queries on screen first, after a change of language. */
  refreshAll(): void;
  /** Reloads the queries on screen whose last call failed, because the network or the server is back. */
  refreshFailed(): void;
  /** Drops the answers that only the signed-out user may see. */
  forgetPrivate(): void;
}

export function createQueryCache(api: ApiClient, clock: Clock): QueryCache {
  const entries = new Map<string, Entry>();
  // Includes dropped queries, because a hidden screen still holds its query.
  const entryOf = new WeakMap<QueryActor, Entry>();

  function create<N extends TextEndpointName>(
    key: string,
    name: N,
    request: RequestInput<N>,
    reporting: Reporting,
  ): Entry {
    const entry = beginQuery({ api, clock }, key, name, request, reporting);
    entries.set(key, entry);
    entryOf.set(entry.actor, entry);
    forgetLater(entry);
    return entry;
  }

  function forget(entry: Entry): void {
    clearTimeout(entry.forgetting);
    if (entries.get(entry.key) === entry) entries.delete(entry.key);
  }

  function forgetLater(entry: Entry): void {
    entry.forgetting = setTimeout(() => forget(entry), KEPT_MS);
  }

  function refresh(entry: Entry): void {
    entry.askedAtMs = clock.now();
    entry.actor.send({ type: 'query.refresh' });
  }

  return {
    get(name, request, reporting = 'inline') {
      const key = keyOf(name, request);
      return (entries.get(key) ?? create(key, name, request, reporting)).actor;
    },
    has: (name, request) => entries.has(keyOf(name, request)),
    hold(actor) {
      const entry = entryOf.get(actor);
      if (entry === undefined) return () => undefined;
      clearTimeout(entry.forgetting);
      if (!entries.has(entry.key)) entries.set(entry.key, entry);
      if (entry.holders === 0 && actor.getSnapshot().matches('failure')) entry.isAwaited = true;
      entry.holders += 1;
      if (clock.now() - entry.askedAtMs > FRESH_MS) refresh(entry);
      return () => {
        entry.holders -= 1;
        if (entry.holders === 0) forgetLater(entry);
      };
    },
    refreshAll() {
      for (const entry of entries.values())
        if (entry.holders > 0) refresh(entry);
        else forget(entry);
    },
    refreshFailed() {
      for (const entry of entries.values())
        if (entry.holders > 0 && entry.actor.getSnapshot().context.refusal !== null) refresh(entry);
    },
    forgetPrivate() {
      for (const entry of entries.values())
        if (ENDPOINTS[entry.name].audience === 'user') forget(entry);
    },
  };
}

/** Starts the first call. */
function beginQuery<N extends TextEndpointName>(
  { api, clock }: { readonly api: ApiClient; readonly clock: Clock },
  key: string,
  name: N,
  request: RequestInput<N>,
  reporting: Reporting,
): Entry {
  const load = fromPromise<CallAnswer<unknown>>(async ({ signal }) => {
    const options = { reporting: entry.isAwaited ? reporting : 'silent', signal } as const;
    try {
      return await callAnswer(api.call(name, request, options));
    } finally {
      // The call that replaces an aborted one shows its refusal instead.
      if (!signal.aborted) entry.isAwaited = false;
    }
  });
  const actor = createActor(queryMachine.provide({ actors: { load } }));
  const askedAtMs = clock.now();
  const entry: Entry = { key, name, actor, holders: 0, isAwaited: true, askedAtMs };
  actor.start();
  return entry;
}

function keyOf(
  name: TextEndpointName,
  request: Readonly<Record<string, string | undefined>>,
): string {
  const fields = Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([name, fields]);
}
