/** The screen that transfers a coin between the user's own accounts. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ACCOUNT_TYPES, type AccountList } from '../../../../contract/wallet/accounts.ts';
import { useSetting } from '../../../app/core/hooks/use-setting.ts';
import { useAssets } from '../../../app/wallet/use-assets.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconRecords } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { HeaderLink } from '../../parts/header-link.tsx';
import { WalletScreen } from '../../parts/wallet-screen.tsx';
import { useWalletCoins } from '../../../app/wallet/use-wallet-coins.ts';
import { TransferForm } from './transfer-form.tsx';
import { WithContractSource, type ContractSource } from './contract-source.tsx';
import { holdsAny, isHeldAnywhere, transferCoins } from './transfer-coins.ts';

/** Only a parameter of the call; totals are not used here. */
const EQUIVALENT = 'USDT';
const NONE_CLOSED: ReadonlySet<string> = new Set();
/** Money only leaves the account of fast contracts while they are not offered. */
const FAST_CLOSED: ReadonlySet<string> = new Set([String(ACCOUNT_TYPES.fast_contract)]);

/** /transfer: moves a coin between the user's accounts. */
export function TransferScreen() {
  const t = useText('wallet');
  const assets = useAssets(EQUIVALENT);
  return (
    <WalletScreen
      title={t('transfer.title')}
      backTo="/assets"
      actions={
        <HeaderLink to="/transfer-record" icon={IconRecords} label={t('transfer.records')} />
      }
    >
      {assets.status === 'loading' && <SkeletonRows label={t('overview.loading')} rows={4} />}
      {assets.status === 'failure' && <ErrorState error={assets.error} onRetry={assets.retry} />}
      {assets.status === 'success' && (
        <TransferOf list={assets.data} onTransferred={assets.retry} />
      )}
    </WalletScreen>
  );
}

interface TransferOfProps {
  readonly list: AccountList;
  readonly onTransferred: () => void;
}

function TransferOf({ list, onTransferred }: TransferOfProps) {
  const [address] = useSearchParams();
  const { coins: walletCoins } = useWalletCoins();
  const holdsContracts = holdsAny(list, ACCOUNT_TYPES.contract);
  // A new key resets the form after each transfer. The first coins of the contract account must not reset it before.
  const [{ attempt, isSourced }, begin] = useState({ attempt: 1, isSourced: holdsContracts });
  const isFastOff = useSetting('micro_trading') === 'off';
  const closed = isFastOff ? FAST_CLOSED : NONE_CLOSED;
  const coins = transferCoins(list, walletCoins);
  const named =
    coins.find(({ currency_code: code }) => code === address.get('coin')) ??
    coins.find(({ currency_id: id }) => isHeldAnywhere(list, String(id))) ??
    coins[0];
  const form = (contracts: ContractSource | null) => (
    <TransferForm
      key={`${attempt} ${named === undefined} ${isFastOff}`}
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
