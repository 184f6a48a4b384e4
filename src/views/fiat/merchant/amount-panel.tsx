/** The panel of an ad's total and its limits per order. */
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { AdPanelProps } from './ad-panel.types.ts';
import { DecimalField } from '../../parts/decimal-field.tsx';
import { GlanceSentence } from '../../../ui/glance-sentence.tsx';

/** The total of an ad, and its limits per order. */
export function AmountPanel({ form, textOf }: AdPanelProps) {
  const t = useText('fiat-merchant');
  const { fields, edit } = form;
  return (
    <Panel title={t('form.amount')}>
      <div className="flex flex-col gap-4">
        {fields.side === 'sell' ? (
          <SoldTotal form={form} problem={textOf('total')} />
        ) : (
          <DecimalField
            name="total"
            label={t('field.totalBuy')}
            value={fields.total}
            unit={form.coin?.currency_code ?? ''}
            hint={t('field.totalBuyHint')}
            problem={textOf('total')}
            onChange={(total) => edit({ total })}
          />
        )}
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <DecimalField
            name="minAmount"
            label={t('field.minAmount')}
            value={fields.minAmount}
            unit={fields.fiatCode}
            problem={textOf('minAmount')}
            onChange={(minAmount) => edit({ minAmount })}
          />
          <DecimalField
            name="maxAmount"
            label={t('field.maxAmount')}
            value={fields.maxAmount}
            unit={fields.fiatCode}
            problem={textOf('maxAmount')}
            onChange={(maxAmount) => edit({ maxAmount })}
          />
        </div>
      </div>
    </Panel>
  );
}

/**
 * The coins of a sell ad are frozen, so this shows the available amount, with a link to add more.
 */
function SoldTotal({
  form,
  problem,
}: Pick<AdPanelProps, 'form'> & { problem: string | undefined }) {
  const t = useText('fiat-merchant');
  const { fields, facts, coin, most } = form;
  const code = coin?.currency_code ?? '';
  return (
    <div className="flex flex-col gap-2">
      <AmountField
        label={t('field.total')}
        code={code}
        value={fields.total}
        onChange={(total) => form.edit({ total })}
        most={most}
        decimals={Math.min(facts.scales.coin, 8)}
        hint={
          <GlanceSentence
            value={facts.available}
            code={code}
            say={(amount) => t('field.totalHint', { amount })}
          />
        }
        problem={problem}
      />
      <Link
        to={`/transfer?coin=${code}&to=3`}
        className="touch-target self-start text-sm font-semibold text-accent underline-offset-4 hover:underline"
      >
        {t('field.moveCoins')}
      </Link>
    </div>
  );
}
