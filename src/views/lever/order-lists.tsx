/** The lists of positions and of pending orders. */
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import type { Portfolio } from '../../../machines/app/lever/lever-portfolio.ts';
import type { LeverActions } from '../../app/lever/use-lever-actions.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import { CloseSheet } from './close-sheet.tsx';
import { PendingCard } from './pending-card.tsx';
import { PositionCard } from './position-card.tsx';
import { pairOf, type LeverPair } from '../parts/lever/use-lever-pairs.ts';

/** Cards that are mounted at first, and with each tap: each one changes with every mark. */
const SHOWN_MORE = 20;

interface ListProps {
  /** Newest first. */
  readonly orders: readonly LeverOrderInfo[];
  readonly pairs: readonly LeverPair[];
  readonly actions: LeverActions;
  /** Stands below the text of an empty list. */
  readonly emptyAction?: ReactNode;
}

interface PositionListProps extends ListProps {
  readonly portfolio: Portfolio;
  readonly code: string;
}

export function PositionList(props: PositionListProps) {
  const { portfolio, orders, pairs, actions, code, emptyAction } = props;
  const t = useText('lever');
  const heading = useRef<HTMLHeadingElement>(null);
  const [isClosing, setClosing] = useState(false);
  const [shown, setShown] = useState(SHOWN_MORE);
  const values = orders.flatMap(({ id }) => portfolio.positions.get(id) ?? []);
  return (
    <CardList
      heading={heading}
      title={t('positions.count', { count: values.length })}
      isEmpty={values.length === 0}
      empty={
        <EmptyState
          title={t('positions.empty')}
          hint={t('positions.emptyHint')}
          action={emptyAction}
        />
      }
      action={
        <Button
          kind="secondary"
          size="small"
          pending={actions.isClosingAll}
          data-testid="close-all"
          onClick={() => setClosing(true)}
        >
          {t('closeAll.title')}
        </Button>
      }
    >
      {values.slice(0, shown).map((value) => {
        const own = pairOf(pairs, value.market.id);
        return (
          own !== null && (
            <PositionCard
              key={value.order.id}
              value={value}
              pair={own}
              portfolio={portfolio}
              actions={actions}
              heir={heading}
            />
          )
        );
      })}
      {values.length > shown && <ShowMore onMore={() => setShown(shown + SHOWN_MORE)} />}
      {portfolio.isPartial && <p className="py-2 text-sm text-warn">{t('positions.partial')}</p>}
      <CloseSheet
        isOpen={isClosing}
        onClose={() => setClosing(false)}
        portfolio={portfolio}
        pairs={pairs}
        code={code}
        actions={actions}
      />
    </CardList>
  );
}

/** @param props.marketId the market whose orders one button cancels; null for all. */
export function PendingList({
  portfolio,
  orders,
  pairs,
  actions,
  marketId,
  emptyAction,
}: ListProps & { readonly portfolio: Portfolio; readonly marketId: number | null }) {
  const t = useText('lever');
  const heading = useRef<HTMLHeadingElement>(null);
  const [shown, setShown] = useState(SHOWN_MORE);
  return (
    <CardList
      heading={heading}
      title={t('pending.count', { count: orders.length })}
      isEmpty={orders.length === 0}
      empty={
        <EmptyState title={t('pending.empty')} hint={t('pending.emptyHint')} action={emptyAction} />
      }
      action={
        <Button
          kind="secondary"
          size="small"
          pending={actions.isCancellingAll}
          onClick={() => actions.cancelAll(marketId)}
        >
          {t('pending.cancelAll')}
        </Button>
      }
    >
      {orders.slice(0, shown).map((order) => {
        const own = pairOf(pairs, order.lever_market_id);
        return (
          own !== null && (
            <PendingCard
              key={order.id}
              order={order}
              pair={own}
              portfolio={portfolio}
              actions={actions}
              heir={heading}
            />
          )
        );
      })}
      {orders.length > shown && <ShowMore onMore={() => setShown(shown + SHOWN_MORE)} />}
    </CardList>
  );
}

function ShowMore({ onMore }: { readonly onMore: () => void }) {
  const t = useText('common');
  return (
    <div className="flex justify-center py-4">
      <Button kind="quiet" size="small" onClick={onMore}>
        {t('action.showMore')}
      </Button>
    </div>
  );
}

interface CardListProps {
  /** Takes the focus of a card that disappears. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** The number of entries. */
  readonly title: string;
  readonly isEmpty: boolean;
  readonly empty: ReactNode;
  /** The button for all entries. */
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** Cards below their number; the button for all of them only if there are any. */
function CardList({ heading, title, isEmpty, empty, action, children }: CardListProps) {
  return (
    <div className="@container">
      <div className="flex min-h-11 items-center justify-between gap-3 pt-2">
        <h2 ref={heading} tabIndex={-1} className="text-sm text-muted outline-none">
          {title}
        </h2>
        {!isEmpty && action}
      </div>
      {isEmpty && empty}
      {children}
    </div>
  );
}
