/** The screen that receives a deposit. */
import { Link } from 'react-router-dom';
import type { WalletCoin } from '../../../../contract/wallet/wallet.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconRecords } from '../../../ui/icons.ts';
import { CoinAndNetwork } from '../coin-and-network.tsx';
import { HeaderLink } from '../../parts/header-link.tsx';
import { Notice } from '../../parts/notice.tsx';
import { WalletScreen } from '../../parts/wallet-screen.tsx';
import { AddressCard } from './address-card.tsx';
import { DepositTerms } from './deposit-terms.tsx';
import { FaucetCard } from './faucet-card.tsx';
import { RecentDeposits } from './recent-deposits.tsx';
import { useNetworkName } from '../wallet-coins.ts';

/** /recharge: the deposit address of a coin, its terms, and the latest deposits. */
export function RechargeScreen() {
  const t = useText('wallet');
  return (
    <WalletScreen
      title={t('deposit.title')}
      backTo="/assets"
      width="wide"
      actions={<HeaderLink to="/recharge-record" icon={IconRecords} label={t('deposit.records')} />}
    >
      <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(18rem,22rem)] lg:items-start">
        <CoinAndNetwork>
          {(coin, fields) => (
            <div className="flex min-w-0 flex-col gap-4">
              {fields}
              <DepositOf coin={coin} />
            </div>
          )}
        </CoinAndNetwork>
        <RecentDeposits />
      </div>
    </WalletScreen>
  );
}

function DepositOf({ coin }: { readonly coin: WalletCoin }) {
  const t = useText('wallet');
  const networkName = useNetworkName();
  const key = `${coin.currency_id} ${coin.chain}`;
  if (!coin.can_deposit) return <Notice tone="warn">{t('deposit.suspended')}</Notice>;
  return (
    <div className="flex flex-col gap-4">
      <AddressCard key={key} coin={coin} />
      <Notice tone="warn">
        <p>{t('deposit.onlyThis', { currency: coin.currency_code, network: networkName(coin) })}</p>
      </Notice>
      <DepositTerms coin={coin} />
      {coin.has_faucet && <FaucetCard key={key} coin={coin} />}
      <p className="text-sm text-muted">
        <Link
          to={`/withdrawal?coin=${coin.currency_code}`}
          className="touch-target text-accent underline underline-offset-4"
        >
          {t('deposit.toWithdrawal')}
        </Link>
      </p>
    </div>
  );
}
