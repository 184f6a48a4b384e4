/** The layout of index, ticket and own fast contracts of one instrument. */
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useIndexPulse } from '../../app/micro/use-index.ts';
import type { EndedMicroOrder } from '../../../machines/app/micro/ended-orders.ts';
import { useOpenMicroOrders } from '../../app/micro/use-micro-orders.ts';
import type { MicroInstrument, MicroKind } from '../../app/micro/use-micro-products.ts';
import { useMicroTicket } from '../../app/micro/use-micro-ticket.ts';
import { useRiskStanding } from '../../app/people/use-risk-standing.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { ProductOff } from '../parts/risk-gate.tsx';
import { IndexChart } from './index-chart.tsx';
import { fairnessPath, microPath } from './micro-address.ts';
import { MicroHeader } from './micro-header.tsx';
import { MicroHistory } from './micro-history.tsx';
import { MicroTicket } from './micro-ticket.tsx';
import { OpenOrders } from './open-orders.tsx';
import { ResultSheet } from './result-sheet.tsx';

/** Phone: index, ticket, orders. From 768 px: index and orders left, ticket right. */
const DESK = classNames(
  "grid items-start gap-x-5 gap-y-5 px-gutter pb-6 [grid-template-areas:'chart''ticket''orders'] grid-cols-1",
  "md:grid-cols-[minmax(0,1fr)_18rem] md:grid-rows-[auto_1fr] md:[grid-template-areas:'chart_ticket''orders_ticket']",
  'lg:grid-cols-[minmax(0,1fr)_22.5rem]',
);

interface MicroDeskProps {
  readonly kind: MicroKind;
  readonly current: MicroInstrument;
  readonly instruments: readonly MicroInstrument[];
}

/** Must be remounted for another instrument. */
export function MicroDesk({ kind, current, instruments }: MicroDeskProps) {
  const { instrument } = current;
  const navigate = useNavigate();
  const pulse = useIndexPulse(instrument);
  const open = useOpenMicroOrders();
  const [isAccepted, setAccepted] = useState(false);
  const ticket = useMicroTicket(current, setAccepted);
  const { isOff } = useRiskStanding('micro');
  const [address] = useSearchParams();
  const first = address.get('view') === 'history' ? 'history' : 'open';
  usePageTitle(instrument);
  const own = useMemo(
    () => open.orders.filter((order) => order.instrument === instrument),
    [open.orders, instrument],
  );
  return (
    <Screen
      scrollKey={`micro-${instrument}`}
      width="desk"
      className={DESK}
      header={
        <>
          <MicroHeader
            kind={kind}
            current={current}
            instruments={instruments}
            pulse={pulse}
            onChoose={(chosen) => void navigate(microPath(kind, chosen), { replace: true })}
          />
          <ProductOff product="micro" />
        </>
      }
    >
      <div className="min-w-0 pt-2 [grid-area:chart]">
        <IndexChart instrument={instrument} orders={own} scale={ticket.product.price_scale} />
      </div>
      <div className="min-w-0 pt-2 [grid-area:ticket]">
        {!isOff && (
          <MicroTicket current={current} ticket={ticket} pulse={pulse} isAccepted={isAccepted} />
        )}
      </div>
      <div className="min-w-0 [grid-area:orders]">
        <OwnOrders key={first} open={open} instrument={instrument} first={first} />
      </div>
    </Screen>
  );
}

interface OwnOrdersProps {
  readonly open: ReturnType<typeof useOpenMicroOrders>;
  /** The instrument of the page. */
  readonly instrument: string;
  /** The tab that is chosen first. */
  readonly first: 'open' | 'history';
}

/** Orders that run, and those that ended, of all instruments. */
function OwnOrders({ open, instrument, first }: OwnOrdersProps) {
  const t = useText('micro');
  const [tab, setTab] = useState(first);
  const [shown, setShown] = useState<EndedMicroOrder | null>(null);
  return (
    <section aria-label={t('page.title')}>
      <Tabs
        label={t('page.title')}
        look="pill"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'open', label: `${t('open.title')} (${open.orders.length})` },
          { value: 'history', label: t('history.title') },
        ]}
      >
        {tab === 'open' ? <OpenOrders open={open} /> : <MicroHistory onShow={setShown} />}
      </Tabs>
      <Link
        to={fairnessPath(instrument)}
        className="touch-target mt-4 inline-block text-sm text-accent underline underline-offset-4"
      >
        {t('fairness.title')}
      </Link>
      <ResultSheet ended={shown} onClose={() => setShown(null)} />
    </section>
  );
}
