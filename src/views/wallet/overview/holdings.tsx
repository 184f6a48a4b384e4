/** The coins of one account, with search and filter. */
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  ACCOUNT_TYPES,
  type Account,
  type AccountGroup,
} from '../../../../contract/wallet/accounts.ts';
import { useSetting } from '../../../app/core/hooks/use-setting.ts';
import { useText } from '../../../i18n/use-text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmptyState } from '../../../ui/state-panel.tsx';
import { accountName } from '../account-types.ts';
import { isCoinMatch } from '../coin-sheet.tsx';
import { CoinSearch } from '../coin-search.tsx';
import { holdsSomething } from './holding-amount.ts';
import { HoldingRow } from './holding-row.tsx';
import { HoldingSheet } from './holding-sheet.tsx';

interface HoldingsProps {
  readonly group: AccountGroup;
  readonly code: string;
  readonly isHidden: boolean;
  /** Returns whether a holding is worth less than one USDT. */
  readonly isSmall: (account: Account) => boolean;
}

/** The coins of one account, with search, filter and details. */
export function Holdings({ group, code, isHidden, isSmall }: HoldingsProps) {
  const t = useText('wallet');
  const [search, setSearch] = useState('');
  const [isSmallHidden, setSmallHidden] = useState(false);
  const [openId, setOpenId] = useState<number | null>(null);
  const held = group.accounts.filter(holdsSomething);
  const shown = held.filter(
    (account) => isCoinMatch(account, search) && !(isSmallHidden && isSmall(account)),
  );
  const name = t(`account.${accountName(group.account_type_id)}`);
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      {group.account_type_id === ACCOUNT_TYPES.fiat && (
        <Link to="/fiat" className={buttonStyle('secondary', 'small')}>
          {t('actions.fiat')}
        </Link>
      )}
      {held.length > 0 && (
        <div className="flex flex-col gap-2">
          <CoinSearch value={search} onChange={setSearch} />
          <Checkbox checked={isSmallHidden} onChange={setSmallHidden}>
            {t('holdings.hideSmall')}
          </Checkbox>
        </div>
      )}
      {held.length === 0 && <NothingHeld group={group} />}
      {held.length > 0 && shown.length === 0 && (
        <EmptyState title={t('holdings.noMatch')} hint={t('holdings.noMatchHint')} />
      )}
      <ul aria-label={t('holdings.label', { account: name })}>
        {shown.map((account) => (
          <li key={account.id}>
            <HoldingRow
              account={account}
              code={code}
              isHidden={isHidden}
              onOpen={() => setOpenId(account.id)}
            />
          </li>
        ))}
      </ul>
      <HoldingSheet
        account={group.accounts.find(({ id }) => id === openId) ?? null}
        code={code}
        isHidden={isHidden}
        onClose={() => setOpenId(null)}
      />
    </section>
  );
}

/** An account without coins, with instructions to add one. */
function NothingHeld({ group }: Pick<HoldingsProps, 'group'>) {
  const t = useText('wallet');
  const isFastOff = useSetting('micro_trading') === 'off';
  const type = group.account_type_id;
  if (type === ACCOUNT_TYPES.financial)
    return <EmptyState title={t('holdings.empty')} hint={t('holdings.emptyFinancial')} />;
  if (type === ACCOUNT_TYPES.fast_contract && isFastOff)
    return <EmptyState title={t('holdings.empty')} hint={t('holdings.emptyFast')} />;
  const isSpot = type === ACCOUNT_TYPES.spot;
  return (
    <EmptyState
      title={t('holdings.empty')}
      hint={t(isSpot ? 'holdings.emptySpot' : 'holdings.emptyOther')}
      action={
        <Link
          to={isSpot ? '/recharge' : `/transfer?to=${type}`}
          className={buttonStyle('primary', 'small')}
        >
          {t(isSpot ? 'actions.deposit' : 'actions.transfer')}
        </Link>
      }
    />
  );
}
