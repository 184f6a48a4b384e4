/** The phase of an offering with the time until the next one. */
import { useOfferingSecondsLeft, type OfferedTokens } from '../../app/ieo/use-offerings.ts';
import { clockText } from '../../format/clock-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const TONE: Readonly<Record<OfferedTokens['state'], BadgeTone>> = {
  not_started: 'neutral',
  preheat: 'accent',
  subscribing: 'up',
  ended: 'neutral',
  cancelled: 'down',
};
const DAY_S = 86_400;

/** A change of the phase is announced; the countdown is not. */
export function PhaseLine({ offering }: { readonly offering: OfferedTokens }) {
  const t = useText('ieo');
  const { state, lifecycle } = offering;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span role="status" data-testid="phase">
        <Badge tone={TONE[state]}>{t(`phase.${state}`)}</Badge>
      </span>
      {lifecycle.next !== null && (
        <Countdown name={t(`countdown.${lifecycle.next.phase}`)} offering={offering} />
      )}
    </div>
  );
}

function Countdown(props: { readonly name: string; readonly offering: OfferedTokens }) {
  const t = useText('ieo');
  const seconds = useOfferingSecondsLeft(props.offering);
  const days = Math.floor(seconds / DAY_S);
  return (
    <p className="figures text-sm text-muted" data-testid="countdown">
      {props.name}{' '}
      <span className="font-semibold text-ink">
        {days > 0 && `${t('days', { count: days })} `}
        {clockText(seconds % DAY_S)}
      </span>
    </p>
  );
}
