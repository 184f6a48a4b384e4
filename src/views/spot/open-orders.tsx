/** The open orders of this market or of all, live. */
import { useRef, useState, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { CurrencyMatch } from '../../../contract/market/market.ts';
import { useOpenOrders } from '../../app/spot/use-open-orders.ts';
import { useOrderActions } from '../../app/spot/use-order-actions.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleMark } from '../../ui/stale-mark.tsx';
import { EmptyState } from '../../ui/state-panel.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFocusHandover } from '../../ui/use-focus-handover.ts';
import type { SpotPair } from '../parts/market/pair.ts';
import { OpenOrderCard } from './open-order-card.tsx';
import { useOrderMarkets } from './order-figures.tsx';

interface OpenOrdersProps {
  readonly match: CurrencyMatch;
  /** `BTC/USDT`. */
  readonly label: string;
  readonly pairs: readonly SpotPair[];
}

type Scope = 'pair' | 'all';

/** The user's open orders, live: of this pair, or of all. */
export function OpenOrders({ match, label, pairs }: OpenOrdersProps) {
  const t = useText('spot');
  const [scope, setScope] = useState<Scope>('pair');
  const { status, orders } = useOpenOrders();
  const { isCancelling, isCancellingAll, cancel, cancelAll } = useOrderActions();
  const marketOf = useOrderMarkets(pairs);
  const heading = useRef<HTMLHeadingElement>(null);
  const ofPair = orders.filter((order) => order.currency_match_id === match.id);
  const shown = scope === 'pair' ? ofPair : orders;
  const cancellable = shown.filter((order) => marketOf(order).status !== 'halted');
  const matchIds = [...new Set(cancellable.map((order) => order.currency_match_id))];
  const first = cancellable[0];
  return (
    <section aria-labelledby="orders-title" className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2 ref={heading} id="orders-title" tabIndex={-1} className="text-base font-semibold">
          {t('orders.title')}
        </h2>
        <StaleMark isStale={status === 'stale'} />
        <Link
          to="/trade?view=history"
          className="touch-target ms-auto rounded-tag text-sm font-semibold text-accent"
        >
          {t('history.open')}
        </Link>
      </div>
      <Tabs
        label={t('orders.scope')}
        look="pill"
        value={scope}
        onChange={setScope}
        tabs={[
          { value: 'pair', label: t('orders.ofPair', { pair: label, number: ofPair.length }) },
          { value: 'all', label: t('orders.ofAll', { number: orders.length }) },
        ]}
      >
        {status === 'loading' && <SkeletonRows label={t('orders.loading')} rows={2} />}
        {status !== 'loading' && shown.length === 0 && (
          <EmptyState title={t('orders.empty')} hint={t('orders.emptyHint')} />
        )}
        {first !== undefined && (
          <CancelAll
            of={matchIds.length > 1 ? matchIds.length : marketOf(first).label}
            count={cancellable.length}
            isPending={isCancellingAll}
            onConfirm={() => cancelAll(matchIds)}
            heir={heading}
          />
        )}
        {shown.map((order) => (
          <OpenOrderCard
            key={order.id}
            order={order}
            market={marketOf(order)}
            isCancelling={isCancelling(order.id)}
            onCancel={cancel}
            heir={heading}
          />
        ))}
      </Tabs>
    </section>
  );
}

interface CancelAllProps {
  /** The pair (`BTC/USDT`) whose orders are canceled, or the number of pairs. */
  readonly of: string | number;
  /** Number of orders to cancel. */
  readonly count: number;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  /** Receives the focus when nothing is left to cancel. */
  readonly heir: RefObject<HTMLElement | null>;
}

/** Cancels all orders of one or several pairs, after a confirmation. */
function CancelAll({ of, count, isPending, onConfirm, heir }: CancelAllProps) {
  const t = useText('spot');
  const part = useFocusHandover<HTMLDivElement>(heir);
  const [isAsked, setAsked] = useState(false);
  return (
    <div ref={part} className="flex justify-end pt-2">
      <Button kind="secondary" size="small" pending={isPending} onClick={() => setAsked(true)}>
        {t('orders.cancelAll')}
      </Button>
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={
          typeof of === 'string'
            ? t('orders.cancelAllTitle', { pair: of })
            : t('orders.cancelAllPairsTitle', { pairs: of })
        }
        description={t('orders.cancelAllHint', { count })}
        actions={
          <>
            <Button kind="secondary" onClick={() => setAsked(false)}>
              {t('orders.keep')}
            </Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsked(false);
                onConfirm();
              }}
            >
              {t('orders.cancelAll')}
            </Button>
          </>
        }
      />
    </div>
  );
}
