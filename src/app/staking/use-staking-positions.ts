/** The hooks of savings positions: the list and one position, by call, then live. */
import { useMemo } from 'react';
import type { RequestInput } from '../../../contract/routes.ts';
import type { StakingPosition } from '../../../contract/staking/staking.ts';
import { stakingLifecycle, type StakingLifecycle } from './staking-mirror.ts';
import { usePages, type PagesView } from '../core/hooks/use-pages.ts';
import { useQuery } from '../core/hooks/use-query.ts';
import { useRecordUpdates } from '../core/hooks/use-record-updates.ts';
import { useReloadWhenShown } from '../core/hooks/use-reload-when-shown.ts';
import { useReloadAfterMissedUpdates, useUserUpdates } from '../core/hooks/use-user-updates.ts';
import { newerRecord, withRecordUpdates } from '../core/live/record-updates.ts';

interface StakingPositionsView extends PagesView<unknown> {
  /** Newest first; all requested pages with later changes. */
  readonly positions: readonly StakingPosition[];
}

type State = NonNullable<RequestInput<'listStakingPositions'>['state']>;

/** The user's positions of one state. */
export function useStakingPositions(state: State): StakingPositionsView {
  const list = usePages('listStakingPositions', { state });
  const { pages, isWhole, refresh } = list;
  const updates = useRecordUpdates('staking_position');
  useReloadAfterMissedUpdates(refresh);
  const positions = useMemo(() => {
    const listed = pages.flatMap((page) => page.positions);
    return withRecordUpdates(listed, updates, (position) => position.state === state, isWhole);
  }, [pages, updates, state, isWhole]);
  return { ...list, positions };
}

/** One of the user's positions with its paid days; reloaded when a dividend is paid. */
export function useStakingPosition(id: string) {
  const query = useQuery('getStakingPosition', { id });
  const updates = useRecordUpdates('staking_position');
  useReloadWhenShown(query.retry);
  useReloadAfterMissedUpdates(query.refresh);
  useUserUpdates('staking_position', (position) => {
    if (position.id === id) query.refresh();
  });
  if (query.status !== 'success') return query;
  const { dividends } = query.data;
  return {
    ...query,
    data: { ...newerRecord<StakingPosition>(query.data, updates.get(id)), dividends },
  };
}

/** Returns the state of a position from its lifecycle machine. */
export function useStakingLifecycle(position: StakingPosition): StakingLifecycle {
  return useMemo(() => stakingLifecycle(position), [position]);
}
