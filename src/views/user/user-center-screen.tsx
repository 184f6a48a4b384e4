import { useSession } from '../../app/hooks/use-session.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconChosen, IconLater, IconVerification } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { AccountName } from '../shell/account-name.tsx';
import { useGoBack } from '../shell/use-go-back.ts';

/** The state of the real-name verification. The form itself comes with a later release. */
export function UserCenterScreen() {
  const t = useText('common');
  const { user, isVerified } = useSession();
  const goBack = useGoBack('/home');
  return (
    <Screen
      isText
      header={<PageHeader title={t('user.title')} onBack={goBack} />}
      className="flex flex-col gap-4 px-gutter pt-2 pb-8"
    >
      <section className="flex items-center gap-4 rounded-card bg-surface p-5">
        <span
          className={`grid size-14 shrink-0 place-items-center rounded-full ${isVerified ? 'bg-up-soft text-up' : 'bg-warn-soft text-warn'}`}
        >
          <IconVerification aria-hidden className="size-7" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="leading-snug font-semibold">
            <AccountName user={user} />
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
            <span className="figures">{user && t('user.uid', { uid: user.uid })}</span>
            <span className="sr-only">{t('user.statusLabel')}</span>
            <Badge tone={isVerified ? 'up' : 'warn'}>
              {t(isVerified ? 'user.certified' : 'user.notCertified')}
            </Badge>
          </p>
        </div>
      </section>
      <section className="flex gap-3.5 rounded-card bg-surface p-5">
        {isVerified ? (
          <IconChosen aria-hidden className="mt-0.5 size-5 shrink-0 text-up" />
        ) : (
          <IconLater aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
        )}
        <div>
          {!isVerified && <h2 className="mb-1 font-semibold">{t('user.verificationSoonTitle')}</h2>}
          <p className="leading-relaxed text-muted text-pretty">
            {t(isVerified ? 'user.verificationDone' : 'user.verificationSoon')}
          </p>
        </div>
      </section>
      <section className="rounded-card bg-surface p-5">
        <h2 className="font-semibold">{t('user.verificationAfter')}</h2>
        <ul className="mt-3 flex flex-col gap-3 text-muted">
          {(['Spot', 'Fiat', 'Withdrawal'] as const).map((gate) => (
            <li key={gate} className="flex gap-3">
              <span aria-hidden className="mt-2.5 size-1.5 shrink-0 rounded-full bg-accent" />
              {t(`user.verificationGate${gate}`)}
            </li>
          ))}
        </ul>
      </section>
    </Screen>
  );
}
