/** The screen that holds an account, which the link of a mail opens. */
import { Link } from 'react-router-dom';
import { useHoldForm } from '../../app/identity/use-hold-form.ts';
import { useSession, useSessionActions } from '../../app/identity/use-session.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { IconChosen } from '../../ui/icons.ts';
import { ConnectedButton } from '../parts/connected-button.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { useProblemText } from '../parts/use-problem-text.ts';
import { AuthLayout } from './auth-layout.tsx';

const EFFECTS = ['devices', 'orders', 'withdrawals', 'positions'] as const;

/** /hold: says what a hold does, and holds the account when the user confirms it. */
export function HoldScreen() {
  const t = useText('identity-security');
  const noConnection = useText('parts');
  const form = useHoldForm();
  const textOf = useProblemText(form.problems);
  const linkProblem = textOf('token');
  if (form.status === 'done') return <Held />;
  return (
    <AuthLayout title={t('accountHold.title')} hint={t('accountHold.hint')}>
      <ul className="mb-7 flex flex-col gap-3">
        {EFFECTS.map((effect) => (
          <li key={effect} className="flex gap-3">
            <IconChosen aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
            {t(`accountHold.${effect}`)}
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-4">
        <FormProblem problem={linkProblem ?? textOf(null)} />
        {linkProblem === undefined ? (
          <ConnectedButton
            pending={form.isBusy}
            noConnection={noConnection('noConnection')}
            onClick={() => form.submit(null)}
            data-testid="hold-account"
          >
            {t('accountHold.submit')}
          </ConnectedButton>
        ) : (
          <ToReset />
        )}
      </div>
    </AuthLayout>
  );
}

function Held() {
  const t = useText('identity-security');
  return (
    <AuthLayout title={t('accountHold.doneTitle')} hint={t('accountHold.doneHint')}>
      <ToReset />
    </AuthLayout>
  );
}

function ToReset() {
  const t = useText('identity');
  const { isLoggedIn } = useSession();
  const { signOut } = useSessionActions();
  return (
    <Link
      to="/forget"
      // The hold has ended this browser's session, too.
      onClick={() => isLoggedIn && signOut()}
      className={`w-full ${buttonStyle()}`}
    >
      {t('forget.submit')}
    </Link>
  );
}
