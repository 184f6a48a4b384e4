/** The screen of coins by chain: minimums, fees, and switches of deposits and withdrawals. */
import type { OperatorWalletCoin } from '../../../../contract/operator/schemas/custody.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SAVE_WALLET_COIN } from '../../forms/decision-forms.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { DecisionButton } from '../parts/decision-button.tsx';
import { RecordView } from '../parts/record-view.tsx';

/** Coins by chain: minimums, fees, and whether deposits and withdrawals are open. */
export function CoinsScreen() {
  const t = useText('operator');
  const query = useOperatorQuery('listWalletCoins', {}, FOLLOW_MS.record);
  return (
    <Screen
      width="wide"
      header={<PageHeader title={t('section.coins')} />}
      className="px-gutter pb-8"
    >
      <RecordView query={query}>
        {(coins) => (
          <ul aria-label={t('section.coins')} className="flex flex-col divide-y divide-line">
            {coins.map((coin) => (
              <li key={`${coin.currency_id} ${coin.chain}`}>
                <CoinRow coin={coin} />
              </li>
            ))}
          </ul>
        )}
      </RecordView>
    </Screen>
  );
}

/** All other chains have proper names, the same in every language. */
const DEVELOPMENT = 'development';

interface CoinRowProps {
  readonly coin: OperatorWalletCoin;
}

function CoinRow({ coin }: CoinRowProps) {
  const t = useText('operator');
  const format = useFormat();
  const network = coin.chain === DEVELOPMENT ? t('coin.developmentChain') : coin.chain_name;
  return (
    <section
      aria-label={`${coin.currency_code} ${network}`}
      className="flex flex-wrap items-center gap-3 py-3"
    >
      <div className="min-w-48 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold">
          {coin.currency_code}
          <span className="text-sm font-normal text-muted">{network}</span>
          {!coin.is_running && <Badge tone="warn">{t('coin.notRunning')}</Badge>}
          {!coin.can_deposit && <Badge tone="down">{t('coin.noDeposit')}</Badge>}
          {!coin.can_withdraw && <Badge tone="down">{t('coin.noWithdrawal')}</Badge>}
        </h2>
        <p className="text-sm text-muted">
          {t('coin.rules', {
            minDeposit: format.amount(coin.min_deposit),
            minWithdrawal: format.amount(coin.min_withdrawal),
            fee: format.amount(coin.withdrawal_fee),
          })}
        </p>
      </div>
      <CoinChange coin={coin} />
    </section>
  );
}

function CoinChange({ coin }: CoinRowProps) {
  const t = useText('operator');
  const change = useDecision(SAVE_WALLET_COIN, coin, {
    currencyId: String(coin.currency_id),
    chain: coin.chain,
    canDeposit: coin.can_deposit ? '1' : '0',
    canWithdraw: coin.can_withdraw ? '1' : '0',
    minDeposit: coin.min_deposit,
    minWithdrawal: coin.min_withdrawal,
    withdrawalFee: coin.withdrawal_fee,
  });
  const { fields, problems, edit } = change.form;
  const problem = (field: string) =>
    problems.some((one) => one.field === field) ? t('coin.amountProblem') : undefined;
  return (
    <DecisionButton
      label={t('coin.change')}
      subject={coin.currency_code}
      decision={change}
      submitLabel={t('save')}
    >
      <Switch
        checked={fields.canDeposit === '1'}
        onChange={(isOn) => edit({ canDeposit: isOn ? '1' : '0' })}
      >
        {t('coin.canDeposit')}
      </Switch>
      <Switch
        checked={fields.canWithdraw === '1'}
        onChange={(isOn) => edit({ canWithdraw: isOn ? '1' : '0' })}
      >
        {t('coin.canWithdraw')}
      </Switch>
      {(['minDeposit', 'minWithdrawal', 'withdrawalFee'] as const).map((field) => (
        <TextField
          key={field}
          name={field}
          inputMode="decimal"
          label={t(`coin.${field}`)}
          value={fields[field]}
          onChange={(value) => edit({ [field]: value })}
          problem={problem(field)}
        />
      ))}
    </DecisionButton>
  );
}
