/** The layout of index, ticket and own fast contracts of one instrument. */
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useIndexPulse } from '../../app/micro/use-index.ts';
import { useOpenMicroOrders, type OpenMicroOrders } from '../../app/micro/use-micro-orders.ts';
import type { MicroInstrument, MicroKind } from '../../app/micro/use-micro-products.ts';
import { useMicroTicket } from '../../app/micro/use-micro-ticket.ts';
import { useRiskStanding } from '../../app/people/use-risk-standing.ts';
import { classNames } from '../../ui/class-names.ts';
import { Screen } from '../../ui/screen.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { ProductOff } from '../parts/risk-gate.tsx';
import { IndexChart } from './index-chart.tsx';
import { microPath } from './micro-address.ts';
import { MicroHeader } from './micro-header.tsx';
import { MicroTicket } from './micro-ticket.tsx';
import { OwnOrders } from './own-orders.tsx';
import type { AcceptedPhase } from './ticket-result.tsx';

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
  const [acceptedId, setAccepted] = useState<string | null>(null);
  const ticket = useMicroTicket(current, setAccepted);
  const { isOff } = useRiskStanding('micro');
  const accepted = phaseOf(open, acceptedId);
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
          <div className="px-gutter py-2 empty:hidden">
            <ProductOff product="micro" />
          </div>
        </>
      }
    >
      <div className="min-w-0 pt-2 [grid-area:chart]">
        <IndexChart instrument={instrument} orders={own} scale={ticket.product.price_scale} />
      </div>
      <div className="min-w-0 pt-2 [grid-area:ticket]">
        {!isOff && (
          <MicroTicket current={current} ticket={ticket} pulse={pulse} accepted={accepted} />
        )}
      </div>
      <div className="min-w-0 [grid-area:orders]">
        <OwnOrders key={first} open={open} instrument={instrument} first={first} />
      </div>
    </Screen>
  );
}

/** Returns the phase of the last accepted order; null before it. */
function phaseOf({ orders, isStale }: OpenMicroOrders, orderId: string | null): AcceptedPhase {
  if (orderId === null) return null;
  const isOpening = orders.some(({ id, open_price: price }) => id === orderId && price === null);
  return isOpening && !isStale ? 'opening' : 'placed';
}
