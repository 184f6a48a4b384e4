/** The event log of an order, oldest first. */
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Panel } from '../parts/panel.tsx';
import { useFiatEventWords } from './order-words.ts';

/** The events of the order with their senders, from its event log; the oldest first. */
export function OrderEvents({ order }: { readonly order: FiatOrderDetail }) {
  const t = useText('fiat');
  const format = useFormat();
  const wordsOf = useFiatEventWords();
  return (
    <Panel title={t('order.events')}>
      <ol className="flex flex-col">
        {order.events
          .toSorted((a, b) => a.revision - b.revision)
          .map((entry) => (
            <li
              key={entry.revision}
              data-testid="order-event"
              className="relative border-s border-line pb-4 ps-5 last:border-transparent last:pb-0"
            >
              <span
                aria-hidden
                className="absolute -start-[4.5px] top-1.5 size-2 rounded-full bg-accent"
              />
              <p className="text-sm">{wordsOf(entry)}</p>
              <p className="figures text-xs text-faint">
                {t(`by.${entry.by === order.role ? 'you' : entry.by}`)} ·{' '}
                <time dateTime={new Date(entry.at).toISOString()}>
                  {format.date(entry.at)} {format.clock(entry.at)}
                </time>
              </p>
            </li>
          ))}
      </ol>
    </Panel>
  );
}
