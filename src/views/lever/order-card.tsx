/** The frame of the card of an open contract order. */
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import type { LeverOrderInfo } from '../../../contract/lever/lever.ts';
import { useFocusHandover } from '../../ui/use-focus-handover.ts';
import { DirectionText } from './direction-text.tsx';
import { leverOrderPath } from './lever-address.ts';

interface OrderCardProps {
  readonly order: LeverOrderInfo;
  /** `BTC/USDT`. */
  readonly label: string;
  readonly testId: string;
  /** Receives the focus when the focused card disappears. */
  readonly heir: RefObject<HTMLElement | null>;
  /** At the end of the title's line. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** Direction and size, which lead to the order, and its state. */
export function OrderCard({ order, label, testId, heir, aside, children }: OrderCardProps) {
  const card = useFocusHandover<HTMLElement>(heir);
  return (
    <article
      ref={card}
      data-testid={testId}
      className="flex flex-col gap-2.5 border-b border-line py-3"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-sm">
          <Link to={leverOrderPath(order.id)} className="touch-target rounded-tag">
            <DirectionText order={order} label={label} />
          </Link>
        </h3>
        <span className="flex flex-wrap items-center gap-2">{aside}</span>
      </div>
      {children}
    </article>
  );
}
