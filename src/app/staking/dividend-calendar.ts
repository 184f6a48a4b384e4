/** The calendar of a savings position: each day of its cycle, whether it is paid or still comes. */
import type { StakingPositionDetail } from '../../../contract/staking/staking.ts';
import { DAY_MS, type EpochMs } from '../../../contract/time.ts';

/** One UTC day that earns. */
export interface CalendarDay {
  /** Start of the day. */
  readonly dayAt: EpochMs;
  /** Paid, or what the day will pay when it ends. */
  readonly amount: string;
  readonly isPaid: boolean;
  readonly isToday: boolean;
}

type Cycle = Pick<
  StakingPositionDetail,
  'first_day_at' | 'cycle_days' | 'daily_dividend' | 'dividends'
>;

/** Returns every day of the cycle, the first one first. @param today start of the present UTC day. */
export function dividendCalendar(position: Cycle, today: EpochMs): readonly CalendarDay[] {
  const paid = new Map(position.dividends.map(({ day_at: day, amount }) => [day, amount]));
  return Array.from({ length: position.cycle_days }, (_, index) => {
    const dayAt = position.first_day_at + index * DAY_MS;
    return {
      dayAt,
      amount: paid.get(dayAt) ?? position.daily_dividend,
      isPaid: paid.has(dayAt),
      isToday: dayAt === today,
    };
  });
}
