/** The state of a contract market's mark, in a word. */
import type { LeverMarketInfo } from '../../../contract/lever/lever.ts';
import type { KnownMark } from '../../../machines/app/lever/order-waits.ts';
import { isApart, marketCondition } from '../../app/lever/use-lever-markets.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { useLasting } from '../../ui/use-lasting.ts';
import { Notice } from '../parts/notice.tsx';

interface MarkStateProps {
  readonly market: LeverMarketInfo;
  readonly mark: KnownMark;
}

/** Reason why a mark is frozen, by its reason. */
const FROZEN_BY = { confirming: 'confirming', too_few: 'tooFew', apart: 'apart' } as const;

const TONES = {
  live: 'up',
  apart: 'warn',
  frozen: 'warn',
  closed: 'neutral',
  closeOnly: 'warn',
  halted: 'warn',
} as const;

export function MarkBadge({ mark }: Pick<MarkStateProps, 'mark'>) {
  const t = useText('lever');
  const condition = marketCondition(mark);
  return (
    <span data-testid="mark-state">
      <Badge tone={TONES[condition]}>{t(`market.${condition}`)}</Badge>
    </span>
  );
}

/**
 * Explains why positions cannot be opened now, and names what still can be done; also an announced end. Nothing
 * while there is nothing to say.
 */
export function MarketStateNotice(props: MarkStateProps) {
  const t = useText('lever');
  const format = useFormat();
  const { ends_at: endsAt } = props.market;
  return (
    <>
      {endsAt !== null && (
        <Notice tone="warn">{t('notice.ends', { time: format.dateTime(endsAt) })}</Notice>
      )}
      <ConditionNotice {...props} />
      <ApartNotice mark={props.mark} />
    </>
  );
}

/** Prices move apart for moments all the time; a notice that comes and goes would move the ticket. */
const APART_SHOWN_AFTER_MS = 1_000;

/** Names the acts that wait while the sources do not agree, and those that do not wait. */
function ApartNotice({ mark }: Pick<MarkStateProps, 'mark'>) {
  const t = useText('lever');
  const isLasting = useLasting(isApart(mark), APART_SHOWN_AFTER_MS);
  if (!isLasting) return null;
  return (
    <div role="status" data-testid="apart">
      <Notice tone="warn">{t('notice.apart')}</Notice>
    </div>
  );
}

function ConditionNotice({ market, mark }: MarkStateProps) {
  const t = useText('lever');
  const format = useFormat();
  const condition = marketCondition(mark);
  const { next_open: nextOpen } = market;
  const { reason, changedAt } = mark;
  if (condition === 'live' || condition === 'apart') return null;
  return (
    <div role="status">
      <Notice tone="warn">
        {condition === 'frozen' && reason !== null && reason !== 'closed' && (
          <span data-testid="frozen-by">{t(`frozenBy.${FROZEN_BY[reason]}`)} </span>
        )}
        {condition === 'closed' && nextOpen !== null
          ? t('notice.closedUntil', { time: format.dateTime(nextOpen) })
          : t(`notice.${condition}`)}
        {condition === 'frozen' && changedAt !== null && (
          <span data-testid="frozen-since">
            {' '}
            {t('notice.frozenSince', { time: format.dateTime(changedAt) })}
          </span>
        )}
      </Notice>
    </div>
  );
}
