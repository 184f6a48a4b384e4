/** The minimum and the confirmations of a deposit. */
import type { WalletCoin } from '../../../../contract/wallet/wallet.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';

/** The minimum of a deposit, and its required confirmations. */
export function DepositTerms({ coin }: { readonly coin: WalletCoin }) {
  const t = useText('wallet');
  const format = useFormat();
  const minimum = `${format.amount(coin.min_deposit)} ${coin.currency_code}`;
  return (
    <section aria-label={t('deposit.terms')} className="rounded-card bg-surface px-4 py-1">
      <DetailList>
        <DetailRow name={t('deposit.minimum')}>{minimum}</DetailRow>
        <DetailRow name={t('deposit.creditedAfter')}>
          {t('confirmations.count', { count: coin.credit_confirmations })}
        </DetailRow>
        <DetailRow name={t('deposit.unlockedAfter')}>
          {t('confirmations.count', { count: coin.unlock_confirmations })}
        </DetailRow>
      </DetailList>
      <div className="flex flex-col gap-2 border-t border-line py-3 text-sm text-muted">
        <p>{t('deposit.largeCredited', { unlock: coin.unlock_confirmations })}</p>
        <p>{t('deposit.belowMinimum', { minimum })}</p>
      </div>
    </section>
  );
}
