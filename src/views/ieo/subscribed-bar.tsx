/** Tokens that users ask for, as a share of the offered ones. */
import type { OfferedTokens } from '../../app/ieo/use-offerings.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { ProgressBar } from '../parts/progress-bar.tsx';

const WHOLE_PERCENT = 100;
const BP_OF_PERCENT = 100;

export function SubscribedBar({ offering }: { readonly offering: OfferedTokens }) {
  const t = useText('ieo');
  const format = useFormat();
  const { token_code: code, subscribed, offered, barPercent, filledPercent } = offering;
  const label = t('subscribed', {
    subscribed: format.amount(subscribed),
    offered: `${format.amount(offered)} ${code}`,
  });
  return (
    <div className="flex flex-col gap-1.5">
      <ProgressBar done={barPercent} total={WHOLE_PERCENT} label={label} />
      <p className="figures flex flex-wrap justify-between gap-x-3 text-xs text-muted">
        <span aria-hidden>{label}</span>
        <span>{t('filled', { percent: format.ratio(filledPercent * BP_OF_PERCENT) })}</span>
      </p>
    </div>
  );
}
