/** The screen that sends a coin to a bound address. */
import { useState, type ReactNode } from 'react';
import type { WalletCoin } from '../../../../contract/wallet/wallet.ts';
import type { QueryView } from '../../../app/core/hooks/use-query.ts';
import { useWithdrawalTerms } from '../../../app/wallet/use-withdrawal-terms.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconRecords } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/state-panel.tsx';
import { CoinAndNetwork } from '../coin-and-network.tsx';
import { HeaderLink } from '../../parts/header-link.tsx';
import { Notice } from '../../parts/notice.tsx';
import { WalletScreen } from '../../parts/wallet-screen.tsx';
import { WithdrawalForm } from './withdrawal-form.tsx';

/** /withdrawal: sends a coin to a bound address. */
export function WithdrawalScreen() {
  const t = useText('wallet');
  return (
    <WalletScreen
      title={t('withdrawal.title')}
      backTo="/assets"
      actions={
        <HeaderLink to="/withdrawal-record" icon={IconRecords} label={t('withdrawal.records')} />
      }
    >
      <CoinAndNetwork>
        {(coin, fields) => (
          <WithdrawalOf key={`${coin.currency_id} ${coin.chain}`} coin={coin} fields={fields} />
        )}
      </CoinAndNetwork>
    </WalletScreen>
  );
}

interface WithdrawalOfProps {
  readonly coin: WalletCoin;
  /** Fields that change the coin or network. */
  readonly fields: ReactNode;
}

function WithdrawalOf({ coin, fields }: WithdrawalOfProps) {
  // A new key resets the form after each withdrawal.
  const [wish, setWish] = useState(1);
  const { status, data, error, retry } = useWithdrawalTerms(coin.currency_id, coin.chain);
  if (coin.can_withdraw && status === 'success')
    return (
      <WithdrawalForm
        key={wish}
        coin={coin}
        fields={fields}
        terms={data}
        onAgain={() => setWish(wish + 1)}
      />
    );
  return (
    <div className="flex flex-col gap-4">
      {fields}
      {coin.can_withdraw ? <Terms status={status} error={error} retry={retry} /> : <Suspended />}
    </div>
  );
}

function Suspended() {
  const t = useText('wallet');
  return <Notice tone="warn">{t('withdrawal.suspended')}</Notice>;
}

/** The loading or error state of the terms. */
function Terms({ status, error, retry }: Pick<QueryView<unknown>, 'status' | 'error' | 'retry'>) {
  const t = useText('wallet');
  if (status === 'loading') return <SkeletonRows label={t('withdrawal.loading')} rows={5} />;
  return <ErrorState error={error} onRetry={retry} />;
}
