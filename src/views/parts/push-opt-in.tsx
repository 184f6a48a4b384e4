/** Only offers to turn push on; no status and no reasons. */
import { usePushOptIn } from '../../app/core/hooks/use-push-opt-in.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconNotify } from '../../ui/icons.ts';
import { Switch } from '../../ui/switch.tsx';
import { FormProblem } from './form-problem.tsx';
import { useProblemText } from './use-problem-text.ts';

interface PushOptInProps {
  /** Only offers to turn push on, with the result; shows neither status nor obstacles. */
  readonly isOffer?: boolean;
}

/** Switch of this browser's push notifications; nothing if they are not available. */
export function PushOptIn({ isOffer = false }: PushOptInProps) {
  const t = useText('fiat-merchant');
  const push = usePushOptIn();
  const { standing, wish, problem } = push;
  const textOf = useProblemText(problem === null ? [] : [{ field: null, error: problem }]);
  if (standing === 'unavailable' || (standing === 'settling' && wish === 'look')) return null;
  if (isOffer && wish === 'look' && standing !== 'off') return null;
  const obstacle = standing === 'unsupported' || standing === 'denied' ? standing : null;
  const isOn = standing === 'settling' ? wish === 'turnOn' : standing === 'on';
  const title = <span className="min-w-0 wrap-anywhere">{t('push.title')}</span>;
  return (
    <section
      data-testid="push-opt-in"
      aria-busy={standing === 'settling'}
      className="flex flex-col gap-2 rounded-card bg-surface px-5 py-3"
    >
      {obstacle === null ? (
        <Switch checked={isOn} onChange={isOn ? push.turnOff : push.turnOn}>
          <IconNotify aria-hidden className="size-5 shrink-0 text-muted" />
          {title}
        </Switch>
      ) : (
        <p className="flex min-h-12 items-center gap-3.5">
          <IconNotify aria-hidden className="size-5 shrink-0 text-muted" />
          {title}
        </p>
      )}
      <p className="text-sm text-muted text-pretty">
        {obstacle === null ? t('push.hint') : t(`push.${obstacle}`)}
      </p>
      {standing === 'denied' && (
        <div>
          <Button kind="quiet" size="small" onClick={push.look}>
            {t('push.look')}
          </Button>
        </div>
      )}
      <FormProblem problem={textOf(null)} />
    </section>
  );
}
