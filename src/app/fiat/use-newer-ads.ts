/** The hook that reloads ads on newer versions of their market segment, with jitter and polling. */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts';
import type { FiatMarketPart } from '../../../streams/feed.ts';
import { useInterval } from '../../ui/use-interval.ts';
import { liveDataOf } from '../core/live/live-data.ts';
import { spreadUpdates } from '../core/live/spread-updates.ts';
import { createValueStore } from '../core/live/value-store.ts';
import { useRuntime } from '../core/runtime-context.ts';
import { useReloadAfterGap } from '../core/hooks/use-reload-after-gap.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useSocketStatus } from '../core/hooks/use-socket-status.ts';

/** Announcements may be missed, so ads are reloaded at this interval while the socket is open. */
const PUSHED_EVERY_MS = MINUTE_MS;
/** Without the socket there are no announcements, so ads are polled. */
const UNPUSHED_EVERY_MS = 5 * SECOND_MS;

/** Every open page gets an announcement at the same moment. */
const SPREAD_MS = SECOND_MS;

/** A loaded list of a part of the fiat market. */
interface ReadAds {
  /** Identity of the list; a new one has not been polled yet. */
  readonly subject: unknown;
  readonly part: FiatMarketPart;
  /** Version of its oldest page; null if unknown. */
  readonly version: number | null;
  /** Whether it is being loaded. */
  readonly isBusy: boolean;
}

/**
 * Reloads ads when the socket announces a newer version, and at an interval without it.
 *
 * @param reload receives the announced version, if any: pages that are not older need no reload.
 */
export function useNewerAds(
  { subject, part, version, isBusy }: ReadAds,
  reload: (version?: number) => void,
): void {
  const latest = useVersion(part);
  const asked = useRef<{ readonly subject: unknown; readonly version: number } | null>(null);
  useEffect(() => {
    if (latest === null || isBusy || (version !== null && version >= latest)) return;
    // One reload for each version, because a server that answers with older pages must not be
    // polled without end.
    const before = asked.current;
    if (before !== null && before.subject === subject && before.version >= latest) return;
    asked.current = { subject, version: latest };
    reload(latest);
  }, [latest, version, isBusy, subject, reload]);
  useReloadWhenShown(reload);
  useReloadAfterGap(reload);
  const isPushed = useSocketStatus().status === 'open';
  useInterval(
    () => {
      if (!document.hidden) reload();
    },
    isPushed ? PUSHED_EVERY_MS : UNPUSHED_EVERY_MS,
  );
}

/** Returns the announced version of the list, on a visible page; null before the first one. */
function useVersion({ side, currency_id, fiat_code }: FiatMarketPart): number | null {
  const { feed } = liveDataOf(useRuntime());
  const store = useMemo(() => {
    const versions$ = feed.fiatAds$({ side, currency_id, fiat_code });
    return createValueStore(versions$.pipe(spreadUpdates(SPREAD_MS, { page: document })), null);
  }, [feed, side, currency_id, fiat_code]);
  return useSyncExternalStore(store.subscribe, store.get)?.value ?? null;
}
