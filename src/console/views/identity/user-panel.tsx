/** The panel of one user: data, records and changes. */
import { Link } from 'react-router-dom';
import type { OperatorUserDetail } from '../../../../contract/operator/schemas/identity.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { buttonStyle } from '../../../ui/button-style.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { GlanceSentence } from '../../../ui/glance-sentence.tsx';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { LastActNote } from '../parts/last-act.tsx';
import { RecordView } from '../parts/record-view.tsx';
import { UserChanges } from './user-changes.tsx';

const RECORD_SECTIONS = [
  ['reviews', 'reviews'],
  ['withdrawals', 'withdrawals'],
  ['disputes', 'disputes'],
  ['fiat-ads', 'fiatAds'],
  ['feedback', 'feedback'],
] as const;

/** The facts about one user, and the changes that an operator may make. */
export function UserPanel({ id }: { readonly id: string }) {
  const t = useText('operator');
  const query = useOperatorQuery('getUser', { id }, FOLLOW_MS.record);
  return (
    <RecordView query={query}>
      {(user) => (
        <div className="flex flex-col gap-5">
          <UserFacts user={user} />
          <LastActNote act={user.last_act} kind="user" id={id} />
          <nav aria-label={t('user.records')} className="flex flex-wrap gap-2">
            {RECORD_SECTIONS.map(([path, section]) => (
              <Link
                key={section}
                to={`/${path}?user=${user.id}`}
                className={buttonStyle('secondary', 'small')}
              >
                {t(`section.${section}`)}
              </Link>
            ))}
            <Link
              to={`/audit?kind=user&subject=${user.id}`}
              className={buttonStyle('secondary', 'small')}
            >
              {t('section.audit')}
            </Link>
          </nav>
          <UserChanges user={user} />
          <UserAccounts user={user} />
        </div>
      )}
    </RecordView>
  );
}

function UserFacts({ user }: { readonly user: OperatorUserDetail }) {
  const t = useText('operator');
  const format = useFormat();
  const time = (at: number | null) => (at === null ? '–' : format.dateTime(at));
  return (
    <>
      <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{user.account}</h2>
      <DetailList>
        <DetailRow name={t('user.uid')}>{user.uid}</DetailRow>
        {user.email !== null && <DetailRow name={t('user.email')}>{user.email}</DetailRow>}
        {user.mobile !== null && <DetailRow name={t('user.mobile')}>{user.mobile}</DetailRow>}
        <DetailRow name={t('user.verification')}>
          {t(`verification.${user.verification.state}`)}
        </DetailRow>
        <DetailRow name={t('user.authenticator')}>
          {t(user.has_authenticator ? 'user.authenticatorYes' : 'user.authenticatorNo')}
        </DetailRow>
        <DetailRow name={t('user.agent')}>
          {t(user.is_agent ? 'user.agentYes' : 'user.agentNo')}
        </DetailRow>
        <DetailRow name={t('user.registeredAt')}>{time(user.registered_at)}</DetailRow>
        <DetailRow name={t('user.lastSignInAt')}>{time(user.last_sign_in_at)}</DetailRow>
        <DetailRow name={t(user.is_held_by_owner ? 'user.heldAt' : 'user.disabledAt')}>
          {time(user.disabled_at)}
        </DetailRow>
        <DetailRow name={t('user.worth')}>
          <Amount
            value={user.accounts.equivalent}
            code={user.accounts.equivalent_currency_code}
            isGlance
          />
        </DetailRow>
      </DetailList>
    </>
  );
}

function UserAccounts({ user }: { readonly user: OperatorUserDetail }) {
  const t = useText('operator');
  const groups = user.accounts.groups.filter(({ accounts }) => accounts.length > 0);
  return (
    <>
      {groups.map((group) => (
        <section key={group.account_type_id}>
          <h3 className="text-sm font-semibold text-muted">
            {t(`account.${group.account_type_id}`)}
          </h3>
          <DetailList>
            {group.accounts.map((account) => (
              <DetailRow key={account.id} name={account.currency_code}>
                <Amount
                  value={account.available}
                  code={account.currency_code}
                  isCodeHidden
                  isGlance
                />
                {account.frozen !== '0' && (
                  <GlanceSentence
                    value={account.frozen}
                    code={account.currency_code}
                    isCodeHidden
                    say={(amount) => t('user.frozen', { amount })}
                  />
                )}
              </DetailRow>
            ))}
          </DetailList>
        </section>
      ))}
    </>
  );
}
