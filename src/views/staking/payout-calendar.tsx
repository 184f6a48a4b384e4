/** The calendar of a savings position: paid days, today, and the days that come. */
import { useLayoutEffect, useRef } from 'react';
import type { StakingPositionDetail } from '../../../contract/staking/staking.ts';
import { useDividendCalendar, type PayoutDay } from '../../app/staking/use-dividend-calendar.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Amount } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';

/** Every day of the cycle; a long cycle scrolls, and begins at the newest paid day. */
export function PayoutCalendar({ position }: { readonly position: StakingPositionDetail }) {
  const t = useText('staking');
  const days = useDividendCalendar(position);
  const list = useRef<HTMLElement>(null);
  const newestPaid = days.findLastIndex(({ isPaid }) => isPaid);
  useLayoutEffect(() => {
    const row = list.current?.querySelectorAll<HTMLElement>('dt').item(newestPaid);
    // The page itself stays where it is, which `scrollIntoView` would move.
    list.current?.scrollTo({ top: row?.parentElement?.offsetTop ?? 0 });
  }, [newestPaid]);
  return (
    <section className="pt-4">
      <h3 id="payout-calendar" className="pb-1 font-semibold">
        {t('calendar')}
      </h3>
      <p className="pb-1 text-sm text-muted">{t('calendarHint')}</p>
      <section
        ref={list}
        aria-labelledby="payout-calendar"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it
        tabIndex={0}
        data-testid="payout-calendar"
        className="relative max-h-80 overflow-y-auto overscroll-contain -outline-offset-2"
      >
        <DetailList>
          {days.map((day) => (
            <Day key={day.dayAt} day={day} code={position.currency_code} />
          ))}
        </DetailList>
      </section>
    </section>
  );
}

interface DayProps {
  readonly day: PayoutDay;
  readonly code: string;
}

function Day({ day: { dayAt, amount, isPaid, isToday }, code }: DayProps) {
  const t = useText('staking');
  const format = useFormat();
  return (
    <DetailRow
      name={
        <span className="flex flex-wrap items-center gap-2">
          {format.utcDate(dayAt)}
          {isToday && <Badge tone="accent">{t('today')}</Badge>}
          {isPaid && <Badge tone="up">{t('paid')}</Badge>}
        </span>
      }
    >
      <span className={isPaid ? 'text-up' : 'text-muted'}>
        <Amount {...(isPaid && { sign: '+' })} value={amount} code={code} />
      </span>
    </DetailRow>
  );
}
