/** The screen of one offering: its terms, the form or the result, and the proof of its allocation. */
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { IeoSubscription, OfferingDetail } from '../../../contract/ieo/ieo.ts';
import { useOwnSubscription } from '../../app/ieo/use-ieo-subscriptions.ts';
import { useOffering, type OfferedTokens } from '../../app/ieo/use-offerings.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { IconRecords } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state-panel.tsx';
import { HeaderLink } from '../parts/header-link.tsx';
import { Panel } from '../parts/panel.tsx';
import { WalletScreen } from '../parts/wallet-screen.tsx';
import { OfferingFigures, OfferingHead } from './offering-terms.tsx';
import { OwnPanel } from './own-panel.tsx';
import { ProofPanel } from './proof-panel.tsx';
import { SubscribeForm } from './subscribe-form.tsx';

const RECORD_ID = /^[1-9]\d{0,17}$/;

/** /ieo-details: the offering of `?id=`. */
export function OfferingScreen() {
  const t = useText('ieo');
  const [address] = useSearchParams();
  const id = address.get('id') ?? '';
  return (
    <WalletScreen
      title={t('page')}
      backTo="/ieo-list"
      width="wide"
      actions={<HeaderLink to="/ieo-history" icon={IconRecords} label={t('mine')} />}
    >
      {RECORD_ID.test(id) ? <Offering key={id} id={id} /> : <NoOffering />}
    </WalletScreen>
  );
}

function Offering({ id }: { readonly id: string }) {
  const t = useText('ieo');
  const query = useOffering(id);
  const { isKnown, own } = useOwnSubscription(id);
  if (query.status === 'loading') return <SkeletonRows label={t('loading')} rows={6} />;
  if (query.status === 'success')
    return (
      <Loaded offering={query.data} own={own} isOwnKnown={isKnown} onSubscribed={query.refresh} />
    );
  if (query.error === 'offering_not_found') return <NoOffering />;
  return <ErrorState error={query.error} onRetry={query.retry} />;
}

function NoOffering() {
  const t = useText('ieo');
  return (
    <div role="alert">
      <EmptyState
        title={t('notFound')}
        hint={t('notFoundHint')}
        action={
          <Link to="/ieo-list" className={buttonStyle('primary', 'small')}>
            {t('list')}
          </Link>
        }
      />
    </div>
  );
}

interface LoadedProps {
  readonly offering: OfferedTokens & OfferingDetail;
  readonly own: IeoSubscription | null;
  readonly isOwnKnown: boolean;
  readonly onSubscribed: () => void;
}

/** On a phone the form follows the phase; on a wide screen it is to the right of everything else. */
function Loaded({ offering, own, isOwnKnown, onSubscribed }: LoadedProps) {
  const { isOpen } = offering.lifecycle;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:grid-rows-[auto_auto_1fr]">
      <OfferingHead offering={offering} />
      <div className="flex flex-col gap-4 max-lg:empty:hidden lg:col-start-2 lg:row-span-3 lg:row-start-1">
        {own !== null && <OwnPanel subscription={own} />}
        {isOpen && isOwnKnown && (
          <FormPanel offering={offering} own={own} onSubscribed={onSubscribed} />
        )}
      </div>
      <OfferingFigures offering={offering} />
      {offering.proof !== null && (
        <ProofPanel
          key={own?.entry ?? ''}
          offeringId={offering.id}
          proof={offering.proof}
          ownEntry={own?.entry ?? null}
        />
      )}
    </div>
  );
}

type FormPanelProps = Omit<LoadedProps, 'isOwnKnown'>;

/** A new key resets the form after each subscription. */
function FormPanel({ offering, own, onSubscribed }: FormPanelProps) {
  const t = useText('ieo');
  const [attempt, setAttempt] = useState(1);
  return (
    <Panel title={t('form.title', { code: offering.token_code })}>
      <SubscribeForm
        key={attempt}
        offering={offering}
        own={own}
        onSubscribed={onSubscribed}
        onAgain={() => setAttempt(attempt + 1)}
      />
    </Panel>
  );
}
