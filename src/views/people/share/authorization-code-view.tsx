/** The code with which an agent can add the user. */
import { useAuthorizationCode } from '../../../app/people/use-team.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PanelSkeleton } from '../../parts/panel-skeleton.tsx';

/** The code that lets an agent add the user: used once, valid for ten minutes. */
export function AuthorizationCodeView() {
  const t = useText('people');
  const { status, data, error, retry, secondsLeft } = useAuthorizationCode();
  if (status === 'loading') return <PanelSkeleton lines={3} />;
  if (status === 'failure') return <ErrorState error={error} onRetry={retry} />;
  const minutes = Math.floor(secondsLeft / 60);
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  return (
    <Panel title={t('code.title')}>
      <p className="leading-relaxed text-muted text-pretty">{t('code.hint')}</p>
      <div className="mt-4 flex items-center gap-1 rounded-control bg-sunken ps-4">
        <p
          data-testid="authorization-code"
          className="figures min-w-0 flex-1 py-3 text-center text-2xl font-semibold tracking-widest"
        >
          {data.code}
        </p>
        <CopyButton text={data.code} label={t('code.copy')} />
      </div>
      <p className="figures mt-2 text-center text-sm text-muted">
        {secondsLeft > 0 ? t('code.left', { time: `${minutes}:${seconds}` }) : t('code.renewing')}
      </p>
    </Panel>
  );
}
