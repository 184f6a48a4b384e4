/** The notice of a withdrawal hold with its reason and end. */
import type { Security } from '../../../../contract/identity/security.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { WarnNote } from './warn-note.tsx';

/** Shows the reason and the end of a hold on withdrawals; nothing if there is none. */
export function HoldNotice({ security }: { readonly security: Security }) {
  const t = useText('identity-security');
  const format = useFormat();
  const { withdrawal_hold_until: until, withdrawal_hold_reason: reason } = security;
  if (until === null) return null;
  return (
    <WarnNote testId="withdrawal-hold">
      <p className="font-semibold">{t('hold.title', { time: format.dateTime(until) })}</p>
      {reason !== null && <p>{t(`hold.${reason}`)}</p>}
    </WarnNote>
  );
}
