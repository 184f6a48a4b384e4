/** The screen of all accounts and their equivalents. */
import { Suspense, useMemo } from 'react';
import {
  ACCOUNT_TYPES,
  type Account,
  type AccountList,
} from '../../../contract/wallet/accounts.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { useAmountPrivacy } from '../../app/wallet/use-amount-privacy.ts';
import { useAssets } from '../../app/wallet/use-assets.ts';
import { useBalances } from '../../app/wallet/use-balances.ts';
import { useEquivalentCurrency } from '../../app/wallet/use-equivalent-currency.ts';
import { useText } from '../../i18n/use-text.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state-panel.tsx';
import { useKeptState } from '../../ui/use-kept-state.ts';
import { useIsOnline } from '../../ui/use-online.ts';
import { useRefreshEvery } from '../parts/use-refresh-every.ts';
import { AccountGroups } from './overview/account-groups.tsx';
import { isWorthLessThanOne } from './overview/holding-amount.ts';
import { Holdings } from './overview/holdings.tsx';
import { HoldingsDonut } from './overview/holdings-donut.tsx';
import { TotalCard } from './overview/total-card.tsx';
import { useWalletCoins } from '../../app/wallet/use-wallet-coins.ts';
import { currenciesOf } from './wallet-coins.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const ContractEquity = lazyPart(
  async () => (await import('./overview/contract-equity.tsx')).ContractEquity,
);

const FinancialProducts = lazyPart(
  async () => (await import('./overview/financial-products.tsx')).FinancialProducts,
);

/** Small amounts are measured in this currency, for every account. */
const MEASURE = 'USDT';
/** Reload interval of equivalents, which change with prices, ms. */
const WORTH_EVERY_MS = LIMITS.socket_heartbeat_ms;

/** /assets: the five accounts, their balances and equivalents. */
export function AssetsScreen() {
  const t = useText('wallet');
  const [code, chooseCode] = useEquivalentCurrency();
  const [isHidden, toggleHidden] = useAmountPrivacy();
  const assets = useAssets(code);
  const { status: freshness } = useBalances();
  const isOnline = useIsOnline();
  const isRead = assets.data !== null;
  const { coins } = useWalletCoins();
  useRefreshEvery(assets.retry, WORTH_EVERY_MS);
  const codes = useMemo(() => currenciesOf(coins).map(({ currency_code: each }) => each), [coins]);
  return (
    <Screen
      width="wide"
      scrollKey="assets"
      header={<PageHeader title={t('overview.title')} />}
      className="flex flex-col gap-3 px-gutter pt-1 pb-8"
    >
      <TotalCard
        total={assets.data?.equivalent ?? null}
        code={code}
        codes={codes}
        onChooseCode={chooseCode}
        isHidden={isHidden}
        onToggleHidden={toggleHidden}
        isStale={freshness === 'stale' || (freshness === 'loading' && !isOnline && isRead)}
      />
      {assets.status === 'loading' && <SkeletonRows label={t('overview.loading')} rows={6} />}
      {assets.status === 'failure' && (
        <ErrorState
          error={assets.error}
          onRetry={() => {
            // A removed currency must not be requested again.
            if (assets.error === 'currency_not_found') chooseCode(MEASURE);
            assets.retry();
          }}
        />
      )}
      {assets.status === 'success' && (
        <Accounts list={assets.data} code={code} isHidden={isHidden} />
      )}
    </Screen>
  );
}

interface AccountsProps {
  readonly list: AccountList;
  readonly code: string;
  readonly isHidden: boolean;
}

/** The accounts, one of them open; from 768 px side by side. */
function Accounts({ list, code, isHidden }: AccountsProps) {
  const [type, chooseType] = useKeptState('assets.account', ACCOUNT_TYPES.spot as number);
  const isSmall = useSmallness();
  const group = list.groups.find((each) => each.account_type_id === type) ?? list.groups[0];
  const accounts = list.groups.flatMap((each) => each.accounts);
  return (
    <div className="flex flex-col gap-3 md:grid md:grid-cols-[minmax(18rem,22rem)_minmax(0,1fr)] md:items-start md:gap-6">
      <div className="contents md:flex md:flex-col md:gap-3">
        {group && (
          <AccountGroups
            groups={list.groups}
            chosen={group.account_type_id}
            onChoose={chooseType}
            code={code}
            isHidden={isHidden}
          />
        )}
        <HoldingsDonut accounts={accounts} equivalentCode={code} isHidden={isHidden} />
      </div>
      {group && (
        <div className="flex min-w-0 flex-col gap-3">
          {group.account_type_id === ACCOUNT_TYPES.contract && (
            <Suspense fallback={null}>
              <ContractEquity isHidden={isHidden} />
            </Suspense>
          )}
          {group.account_type_id === ACCOUNT_TYPES.financial && (
            <Suspense fallback={null}>
              <FinancialProducts />
            </Suspense>
          )}
          <Holdings
            key={group.account_type_id}
            group={group}
            code={code}
            isHidden={isHidden}
            isSmall={isSmall}
          />
        </div>
      )}
    </div>
  );
}

/**
 * Returns a function for whether a holding is worth less than one USDT, independent of the currency
 * of totals.
 */
function useSmallness(): (account: Account) => boolean {
  const { data } = useAssets(MEASURE);
  const worth = useMemo(
    () =>
      new Map(
        (data?.groups ?? []).flatMap((group) =>
          group.accounts.map(({ id, equivalent }) => [id, equivalent] as const),
        ),
      ),
    [data],
  );
  return ({ id }) => isWorthLessThanOne(worth.get(id) ?? null);
}
