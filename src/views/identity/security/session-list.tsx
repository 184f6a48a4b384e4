/** The list of sessions, with the button that ends all others. */
import { useState } from 'react';
import type { Session } from '../../../../contract/identity/security.ts';
import { useEndOtherSessions, useSessions } from '../../../app/identity/use-security.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconDevice } from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { showToast } from '../../../ui/toast.ts';
import { FormProblem } from '../../parts/form-problem.tsx';
import { useProblemText } from '../../parts/use-problem-text.ts';
import { Panel } from '../../parts/panel.tsx';
import { PanelSkeleton } from '../../parts/panel-skeleton.tsx';
import { deviceName } from './device-name.ts';

/** The user's signed-in sessions, and the button that ends all others. */
export function SessionList() {
  const t = useText('identity-security');
  const sessions = useSessions();
  if (sessions.status === 'loading') return <PanelSkeleton lines={4} />;
  if (sessions.status === 'failure')
    return <ErrorState error={sessions.error} onRetry={sessions.retry} />;
  const hasOthers = sessions.data.some((session) => !session.is_current);
  return (
    <Panel hasRows title={t('sessions.title')}>
      <ul>
        {sessions.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {hasOthers && <EndOthers onEnded={sessions.retry} />}
    </Panel>
  );
}

function SessionRow({ session }: { readonly session: Session }) {
  const t = useText('identity-security');
  const format = useFormat();
  const name = deviceName(session.user_agent) ?? t('sessions.unknownDevice');
  return (
    <li
      data-testid="session"
      className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0"
    >
      <IconDevice aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span>{name}</span>
          {session.is_current && <Badge tone="up">{t('sessions.current')}</Badge>}
        </p>
        <p className="figures text-sm text-muted wrap-anywhere">
          {t('sessions.activity', {
            address: session.address,
            time: format.dateTime(session.active_at),
          })}
        </p>
      </div>
    </li>
  );
}

function EndOthers({ onEnded }: { readonly onEnded: () => void }) {
  const t = useText('identity-security');
  const tCommon = useText('common');
  const [isAsked, setAsked] = useState(false);
  const form = useEndOtherSessions((number) => {
    showToast(t('sessions.ended', { number }), 'success');
    onEnded();
  });
  const problemText = useProblemText(form.problems);
  return (
    <div className="flex flex-col gap-2 px-4 pt-3 pb-2.5">
      <Button kind="danger" pending={form.isBusy} onClick={() => setAsked(true)}>
        {t('sessions.endOthers')}
      </Button>
      <FormProblem problem={problemText(null)} />
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={t('sessions.confirm')}
        description={t('sessions.confirmHint')}
        actions={
          <>
            <Button kind="secondary" onClick={() => setAsked(false)}>
              {tCommon('action.cancel')}
            </Button>
            <Button
              kind="danger"
              onClick={() => {
                setAsked(false);
                form.reset();
                form.submit(null);
              }}
            >
              {t('sessions.endOthers')}
            </Button>
          </>
        }
      />
    </div>
  );
}
