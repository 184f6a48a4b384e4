/** The conditions that block every withdrawal, with links to fix them. */
import type { WithdrawalTerms } from '../../../../contract/wallet/wallet.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Notice } from '../../parts/notice.tsx';

/** The conditions that block every withdrawal, with links to fix them. */
export function Obstacles({ terms }: { readonly terms: WithdrawalTerms }) {
  const t = useText('wallet');
  const format = useFormat();
  const { hold_until: until, hold_reason: reason } = terms;
  return (
    <>
      {!terms.is_verified && (
        <Notice tone="warn" link={{ to: '/user-center', text: t('withdrawal.verifyLink') }}>
          <p>{t('withdrawal.verify')}</p>
        </Notice>
      )}
      {!terms.has_pay_password && (
        <Notice tone="warn" link={{ to: '/secure-center', text: t('withdrawal.payPasswordLink') }}>
          <p>{t('withdrawal.payPasswordMissing')}</p>
        </Notice>
      )}
      {until !== null && (
        <Notice tone="warn">
          {reason !== null && <p>{t(`hold.${reason}`)}</p>}
          <p>{t('hold.until', { time: format.dateTime(until) })}</p>
        </Notice>
      )}
    </>
  );
}
