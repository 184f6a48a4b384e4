/** The hooks of offerings: the list and one offering, reloaded when a phase begins and while others subscribe. */
import { useMemo } from 'react';
import type { Offering, OfferingDetail } from '../../../contract/ieo/ieo.ts';
import { percentOf } from '../../../machines/app/core/amount.rules.ts';
import { filledPercentOf } from '../../../machines/app/ieo/ieo-subscription.rules.ts';
import { useInterval } from '../../ui/use-interval.ts';
import { useQuery, type QueryView } from '../core/hooks/use-query.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useServerSecondsLeft } from '../core/hooks/use-server-seconds-left.ts';
import { useUserUpdates } from '../core/hooks/use-user-updates.ts';
import { offeringLifecycle, type OfferingLifecycle } from './ieo-mirror.ts';

/** Time between two reads while other users may subscribe. */
const OPEN_MS = 15_000;
/** Time between two reads while the next phase is due. */
const DUE_MS = 3_000;

export interface OfferedTokens extends Offering {
  /** Tokens asked for as whole percents of those offered; above 100 when oversubscribed. */
  readonly filledPercent: number;
  /** The same, at most 100. */
  readonly barPercent: number;
  readonly lifecycle: OfferingLifecycle;
}

interface OfferingsView {
  readonly query: QueryView<readonly Offering[]>;
  /** Open ones first, then those to come, then the ended; empty while they are not loaded. */
  readonly offerings: readonly OfferedTokens[];
}

export function useOfferings(): OfferingsView {
  const query = useQuery('listOfferings', {});
  const { data, refresh } = query;
  useReloadWhenShown(query.retry);
  useUserUpdates('ieo_offering', refresh);
  useInterval(() => reloadVisible(refresh), OPEN_MS);
  const offerings = useMemo(
    () =>
      (data ?? [])
        .map(withFigures)
        .toSorted((a, b) => a.lifecycle.rank - b.lifecycle.rank || b.opens_at - a.opens_at),
    [data],
  );
  return { query, offerings };
}

/** One offering with the demand by steps and the proof of its allocation. */
export function useOffering(id: string): QueryView<OfferedTokens & OfferingDetail> {
  const query = useQuery('getOffering', { offering_id: id });
  useReloadWhenShown(query.retry);
  useUserUpdates('ieo_offering', (changed) => {
    if (changed.id === id) query.refresh();
  });
  const { data } = query;
  const lifecycle = data === null ? null : offeringLifecycle(data);
  const isDue = useServerSecondsLeft(lifecycle?.next?.at ?? null) === 0;
  const isFinal = lifecycle?.isFinal ?? true;
  useInterval(() => reloadVisible(query.refresh), isFinal ? null : isDue ? DUE_MS : OPEN_MS);
  return query.status === 'success' ? { ...query, data: withFigures(query.data) } : query;
}

/** A hidden page reads again when it shows. */
function reloadVisible(refresh: () => void): void {
  if (!document.hidden) refresh();
}

const withFigures = <O extends Offering>(offering: O): O & OfferedTokens => ({
  ...offering,
  filledPercent: filledPercentOf(offering),
  barPercent: percentOf(offering.subscribed, offering.offered),
  lifecycle: offeringLifecycle(offering),
});

/** Returns the whole seconds until the next phase of an offering; 0 if there is none, or if it is due. */
export const useOfferingSecondsLeft = ({ lifecycle }: Pick<OfferedTokens, 'lifecycle'>): number =>
  useServerSecondsLeft(lifecycle.next?.at ?? null);
