/** The hook of the calendar of a savings position. */
import { useMemo } from 'react';
import type { StakingPositionDetail } from '../../../contract/staking/staking.ts';
import { useServerDay } from '../core/hooks/use-server-day.ts';
import { dividendCalendar, type CalendarDay } from './dividend-calendar.ts';

export type PayoutDay = CalendarDay;

/** Returns every day of the cycle, the first one first. */
export function useDividendCalendar(position: StakingPositionDetail): readonly PayoutDay[] {
  const today = useServerDay();
  return useMemo(() => dividendCalendar(position, today), [position, today]);
}
