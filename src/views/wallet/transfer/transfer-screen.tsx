/** The screen that transfers a coin between the user's own accounts. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ACCOUNT_TYPES, type AccountList } from '../../../../contract/wallet/accounts.ts';
import { useSettingView } from '../../../app/core/hooks/use-setting.ts';
import { useAssets } from '../../../app/wallet/use-assets.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconRecords } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { useOpenedOnce } from '../../../ui/use-opened-once.ts';
import { HeaderLink } from '../../parts/header-link.tsx';
import { WalletScreen } from '../../parts/wallet-screen.tsx';
import { useWalletCoins } from '../../../app/wallet/use-wallet-coins.ts';
import { TransferForm } from './transfer-form.tsx';
import { WithContractSource, type ContractSource } from './contract-source.tsx';
import { holdsAny, isHeldAnywhere, transferCoins, type TransferCoin } from './transfer-coins.ts';

/** Only a parameter of the call; totals are not used here. */
const EQUIVALENT = 'USDT';
const NONE_CLOSED: ReadonlySet<string> = new Set();
/** Money only leaves the account of fast contracts while they are not offered. */
const FAST_CLOSED: ReadonlySet<string> = new Set([String(ACCOUNT_TYPES.fast_contract)]);

/** /transfer: moves a coin between the user's accounts. */
export function TransferScreen() {
  const t = useText('wallet');
  const assets = useAssets(EQUIVALENT);
  const wallet = useWalletCoins();
  const fastContracts = useSettingView('micro_trading');
  // The form takes its first coin and accounts from all three. It must not lose the typed amount when one of them comes
  // later, or is asked for again after a failure.
  const wereAsked = useOpenedOnce(wallet.status !== 'loading' && !fastContracts.isLoading);
  return (
    <WalletScreen
      title={t('transfer.title')}
      backTo="/assets"
      actions={
        <HeaderLink to="/transfer-record" icon={IconRecords} label={t('transfer.records')} />
      }
    >
      {assets.status === 'failure' && <ErrorState error={assets.error} onRetry={assets.retry} />}
      {assets.status !== 'failure' &&
        (assets.status === 'loading' || !wereAsked ? (
          <SkeletonRows label={t('overview.loading')} rows={4} />
        ) : (
          <TransferOf
            list={assets.data}
            coins={transferCoins(assets.data, wallet.coins)}
            closed={fastContracts.value === 'off' ? FAST_CLOSED : NONE_CLOSED}
            onTransferred={assets.retry}
          />
        ))}
    </WalletScreen>
  );
}

interface TransferOfProps {
  readonly list: AccountList;
  readonly coins: readonly TransferCoin[];
  /** Account types that money only leaves. */
  readonly closed: ReadonlySet<string>;
  readonly onTransferred: () => void;
}

function TransferOf({ list, coins, closed, onTransferred }: TransferOfProps) {
  const [address] = useSearchParams();
  const holdsContracts = holdsAny(list, ACCOUNT_TYPES.contract);
  // A new key resets the form after each transfer. The first coins of the contract account must not reset it before.
  const [{ attempt, isSourced }, begin] = useState({ attempt: 1, isSourced: holdsContracts });
  const named =
    coins.find(({ currency_code: code }) => code === address.get('coin')) ??
    coins.find(({ currency_id: id }) => isHeldAnywhere(list, String(id))) ??
    coins[0];
  const form = (contracts: ContractSource | null) => (
    <TransferForm
      key={attempt}
      list={list}
      coins={coins}
      contracts={contracts}
      closed={closed}
      wish={{
        currencyId: named === undefined ? '' : String(named.currency_id),
        from: address.get('from'),
        to: address.get('to'),
      }}
      onTransferred={onTransferred}
      onAgain={() => begin({ attempt: attempt + 1, isSourced: holdsContracts })}
    />
  );
  return (
    <div className="mx-auto max-w-160">
      {isSourced ? <WithContractSource>{form}</WithContractSource> : form(null)}
    </div>
  );
}
