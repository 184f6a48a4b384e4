/** The panel of a new ad's side, coin and currency, which an edit cannot change. */
import { FIAT_SIDES } from '../../../../contract/fiat/fiat-kinds.ts';
import { useText } from '../../../i18n/use-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { AdPanelProps } from './ad-panel.types.ts';
import { RadioChoice } from './radio-choice.tsx';

/** Side, coin and currency of a new ad; an edit does not change them. */
export function SubjectPanel({ form, ground, textOf }: AdPanelProps) {
  const t = useText('fiat-merchant');
  const { fields, edit } = form;
  const { market } = ground;
  return (
    <Panel title={t('form.subject')}>
      <div className="flex flex-col gap-4">
        <RadioChoice
          label={t('field.side')}
          value={fields.side}
          options={FIAT_SIDES.map((side) => ({ value: side, label: t(`side.${side}`) }))}
          onChange={(side) => edit({ side })}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <SelectField
            name="coin"
            label={t('field.coin')}
            value={fields.currencyId}
            problem={textOf('currencyId')}
            options={market.coins.map((coin) => ({
              value: String(coin.currency_id),
              label: coin.currency_code,
            }))}
            onChange={(currencyId) => edit({ currencyId })}
          />
          <SelectField
            name="fiat"
            label={t('field.fiat')}
            value={fields.fiatCode}
            problem={textOf('fiatCode')}
            options={market.currencies.map(({ fiat_code: code }) => ({ value: code, label: code }))}
            onChange={(fiatCode) => edit({ fiatCode })}
          />
        </div>
      </div>
    </Panel>
  );
}
