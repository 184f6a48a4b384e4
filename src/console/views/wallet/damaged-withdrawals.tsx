/** The list of withdrawals with a corrupt record, with instructions. */
import type { DamagedWithdrawal } from '../../../../contract/operator/schemas/wallet.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { PersonLink } from '../parts/person-link.tsx';

/** Withdrawals that the server skips, with instructions; nothing if there are none. */
export function DamagedWithdrawals() {
  const t = useText('operator');
  const { data } = useOperatorQuery('listDamagedWithdrawals', {}, FOLLOW_MS.list);
  const withdrawals = data?.withdrawals ?? [];
  if (withdrawals.length === 0) return null;
  return (
    <section
      aria-labelledby="damaged-withdrawals"
      className="mb-3 flex flex-col gap-3 rounded-card bg-warn-soft p-3 text-sm"
    >
      <h2 id="damaged-withdrawals" className="font-semibold text-warn">
        {t('withdrawal.damaged', { number: withdrawals.length })}
      </h2>
      <p>{t('withdrawal.damagedHint')}</p>
      <ul className="flex flex-col divide-y divide-line">
        {withdrawals.map((withdrawal) => (
          <DamagedRow key={withdrawal.id} withdrawal={withdrawal} />
        ))}
      </ul>
    </section>
  );
}

function DamagedRow({ withdrawal }: { readonly withdrawal: DamagedWithdrawal }) {
  const t = useText('operator');
  const format = useFormat();
  const { id, amount, currency_code: code, phase, person, found_at: foundAt } = withdrawal;
  return (
    <li data-testid="damaged-withdrawal" className="flex flex-col gap-1 py-2">
      <span className="flex flex-wrap justify-between gap-x-3 font-medium tabular-nums">
        <span>
          {format.amount(amount)} {code}
        </span>
        <span>{t(`phase.${phase}`)}</span>
      </span>
      <PersonLink person={person} />
      <span>{t('withdrawal.damagedSince', { time: format.dateTime(foundAt) })}</span>
      <code translate="no" className="wrap-anywhere select-all">
        npm run qa -- replay withdrawal {id}
      </code>
    </li>
  );
}
