/** The fee, arrival and limits of a withdrawal. */
import type { WalletCoin, WithdrawalTerms } from '../../../../contract/wallet/wallet.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { Notice } from '../../parts/notice.tsx';

interface WithdrawalFiguresProps {
  readonly coin: WalletCoin;
  readonly terms: WithdrawalTerms;
  /** The amount that reaches the address. */
  readonly arrival: string;
}

/** The fee, the arriving amount, and the limits. */
export function WithdrawalFigures({ coin, terms, arrival }: WithdrawalFiguresProps) {
  const t = useText('wallet');
  const format = useFormat();
  const sum = (text: string) => <Amount value={text} code={coin.currency_code} />;
  const boughtUntil = terms.bought_on_hold_until;
  return (
    <>
      <section aria-label={t('withdrawal.figures')} className="rounded-card bg-surface px-4 py-1">
        <DetailList>
          <DetailRow name={t('withdrawal.fee')}>{sum(terms.fee)}</DetailRow>
          <DetailRow name={t('withdrawal.arrives')}>
            <span data-testid="arrival" className="font-semibold">
              {sum(arrival)}
            </span>
          </DetailRow>
          <DetailRow name={t('withdrawal.minimum')}>{sum(terms.minimum)}</DetailRow>
          <DetailRow name={t('withdrawal.available')}>
            <Amount value={terms.available} code={coin.currency_code} isGlance />
          </DetailRow>
          <DetailRow name={t('withdrawal.withdrawable')}>
            <Amount value={terms.withdrawable} code={coin.currency_code} isGlance />
          </DetailRow>
          <DetailRow name={t('withdrawal.usedToday')}>
            {t('withdrawal.usedOf', {
              used: format.amount(terms.used_today),
              limit: format.amount(terms.daily_limit),
            })}
          </DetailRow>
          {terms.remaining_today !== null && (
            <DetailRow name={t('withdrawal.remaining')}>
              <Amount value={terms.remaining_today} code={coin.currency_code} />
            </DetailRow>
          )}
        </DetailList>
      </section>
      {boughtUntil !== null && (
        <Notice tone="plain">
          <p data-testid="bought-on-hold">
            {t('withdrawal.boughtOnHold', {
              amount: `${format.amount(terms.bought_on_hold)} ${coin.currency_code}`,
              time: format.dateTime(boughtUntil),
            })}
          </p>
        </Notice>
      )}
      {terms.locked !== '0' && (
        <Notice tone="plain">
          <p>
            {t('withdrawal.locked', {
              amount: `${format.amount(terms.locked)} ${coin.currency_code}`,
              confirmations: coin.unlock_confirmations,
            })}
          </p>
        </Notice>
      )}
    </>
  );
}
