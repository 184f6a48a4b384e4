/** The hook that reloads ads on newer versions of their market segment, with jitter and polling. */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { FiatMarketPart } from '../../../streams/feed.ts';
import { useInterval } from '../../ui/use-interval.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { spreadNews } from '../core/live/spread-news.ts';
import { createValueStore } from '../core/live/value-store.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useReloadAfterGap } from '../core/hooks/use-reload-after-gap.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useSocketStatus } from '../core/hooks/use-socket-status.ts';

/** What is told may have been missed: read again this often while the socket is open. */
const TOLD_EVERY_MS = MINUTE_MS;
/** Nobody tells of changes without the socket. */
const UNTOLD_EVERY_MS = 5 * SECOND_MS;

/** Every open page is told at one moment. */
const SPREAD_MS = SECOND_MS;

/** What was read of a part of the fiat market. */
export interface ReadAds {
  /** Identity of the list; a new one has not been polled yet. */
  readonly subject: unknown;
  readonly part: FiatMarketPart;
  /** Of the oldest of it; null where that is not known. */
  readonly version: number | null;
  /** Whether it is being read. */
  readonly isBusy: boolean;
}

/**
 * Has ads read again when they may have changed since, told by the socket; by and by without it.
 *
 * @param reload is given the version that was told, where one was: what is not older needs no reading.
 */
export function useNewerAds(
  { subject, part, version, isBusy }: ReadAds,
  reload: (told?: number) => void,
): void {
  const latest = useVersion(part);
  const asked = useRef<{ readonly subject: unknown; readonly version: number } | null>(null);
  useEffect(() => {
    if (latest === null || isBusy || (version !== null && version >= latest)) return;
    // Once for each: a server that answers with older ones is not asked without end.
    const before = asked.current;
    if (before !== null && before.subject === subject && before.version >= latest) return;
    asked.current = { subject, version: latest };
    reload(latest);
  }, [latest, version, isBusy, subject, reload]);
  useReloadWhenShown(reload);
  useReloadAfterGap(reload);
  const isTold = useSocketStatus().status === 'open';
  useInterval(
    () => {
      if (!document.hidden) reload();
    },
    isTold ? TOLD_EVERY_MS : UNTOLD_EVERY_MS,
  );
}

/** Of what a list would show, as told to a page that shows; null before it is. */
function useVersion({ side, currency_id, fiat_code }: FiatMarketPart): number | null {
  const { feed } = liveDataOf(useRuntime());
  const store = useMemo(() => {
    const told$ = feed.fiatAds$({ side, currency_id, fiat_code });
    return createValueStore(told$.pipe(spreadNews(SPREAD_MS, { page: document })), null);
  }, [feed, side, currency_id, fiat_code]);
  return useSyncExternalStore(store.subscribe, store.get)?.value ?? null;
}
