/** Own fast contracts: those that run, and those that ended. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { EndedMicroOrder } from '../../../machines/app/micro/ended-orders.ts';
import type { OpenMicroOrders } from '../../app/micro/use-micro-orders.ts';
import { useText } from '../../i18n/use-text.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { fairnessPath } from './micro-address.ts';
import { MicroHistory } from './micro-history.tsx';
import { OpenOrders } from './open-orders.tsx';
import { ResultSheet } from './result-sheet.tsx';

interface OwnOrdersProps {
  readonly open: OpenMicroOrders;
  /** The instrument of the page; null where none is offered. */
  readonly instrument: string | null;
  /** The tab that is chosen first. */
  readonly first: 'open' | 'history';
}

/** Orders that run, and those that ended, of all instruments. */
export function OwnOrders({ open, instrument, first }: OwnOrdersProps) {
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
        to={fairnessPath(instrument ?? undefined)}
        className="touch-target mt-4 inline-block text-sm text-accent underline underline-offset-4"
      >
        {t('fairness.title')}
      </Link>
      <ResultSheet ended={shown} onClose={() => setShown(null)} />
    </section>
  );
}
