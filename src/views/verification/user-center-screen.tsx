/** The screen of the user's account and verification. */
import { useSession } from '../../app/identity/use-session.ts';
import { useVerification } from '../../app/verification/use-verification.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconCollection, IconFeedback, IconSecurity, IconShare, IconShop } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/state-panel.tsx';
import { AccountName } from '../parts/account-name.tsx';
import { PushOptIn } from '../parts/push-opt-in.tsx';
import { LinkRow } from '../parts/link-row.tsx';
import { Panel } from '../parts/panel.tsx';
import { PanelSkeleton } from '../parts/panel-skeleton.tsx';
import { PersonScreen } from '../parts/person-screen.tsx';
import { VerificationLevels } from './verification-levels.tsx';
import { VerificationPanel } from './verification-panel.tsx';

/** The user's account, the real-name verification, and its permissions. */
export function UserCenterScreen() {
  const t = useText('verification');
  const verification = useVerification();
  return (
    <PersonScreen title={t('center.title')} backTo="/home">
      <IdentityCard />
      {verification.status === 'loading' && <PanelSkeleton lines={5} />}
      {verification.status === 'failure' && (
        <ErrorState error={verification.error} onRetry={verification.retry} />
      )}
      {verification.status === 'success' && (
        <>
          <VerificationPanel verification={verification.data} />
          <VerificationLevels verification={verification.data} />
        </>
      )}
      <Links />
      <PushOptIn />
    </PersonScreen>
  );
}

function IdentityCard() {
  const t = useText('common');
  const tCenter = useText('verification');
  const { user, isVerified } = useSession();
  const name = user?.email ?? user?.mobile ?? '';
  const letter = /\p{L}/u.exec(name)?.[0] ?? '#';
  return (
    <section className="flex items-center gap-4 rounded-card bg-surface p-5">
      <span
        aria-hidden
        className="grid size-14 shrink-0 place-items-center rounded-full bg-accent-soft text-2xl font-semibold text-accent uppercase"
      >
        {letter}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="leading-snug font-semibold">
          <AccountName user={user} />
        </h2>
        <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <span className="figures">{user && t('user.uid', { uid: user.uid })}</span>
          {user && <CopyButton text={user.uid} label={tCenter('center.copyUid')} />}
          <span className="sr-only">{t('user.statusLabel')}</span>
          <Badge tone={isVerified ? 'up' : 'warn'}>
            {t(isVerified ? 'user.certified' : 'user.notCertified')}
          </Badge>
        </div>
      </div>
    </section>
  );
}

function Links() {
  const t = useText('verification');
  const tSecurity = useText('identity-security');
  const tPeople = useText('people');
  const tMerchant = useText('fiat-merchant');
  return (
    <Panel hasRows>
      <ul aria-label={t('center.links')}>
        <LinkRow to="/secure-center" icon={IconSecurity} title={tSecurity('security.title')} />
        <LinkRow
          to="/secure-center?view=collection"
          icon={IconCollection}
          title={tPeople('collection.title')}
        />
        <LinkRow to="/my-shop" icon={IconShop} title={tMerchant('shop.title')} />
        <LinkRow to="/share-code" icon={IconShare} title={tPeople('share.title')} />
        <LinkRow to="/feedback-list" icon={IconFeedback} title={t('center.feedback')} />
      </ul>
    </Panel>
  );
}
