/** The panel of an ad's price, fixed or relative to the reference price. */
import { judgePercent } from '../../../../contract/fiat/fiat-price.ts';
import { FIAT_PRICE_TYPES } from '../../../../contract/fiat/fiat-kinds.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { AdPanelProps } from './ad-panel.types.ts';
import { DecimalField } from '../../parts/decimal-field.tsx';
import { useDeviationWords } from './deviation-words.ts';
import { RadioChoice } from './radio-choice.tsx';

/** A fixed price, or a share of the reference price, with the present public price. */
export function PricePanel({ form, textOf }: AdPanelProps) {
  const t = useText('fiat-merchant');
  const { fields, edit } = form;
  return (
    <Panel title={t('form.price')}>
      <div className="flex flex-col gap-4">
        <RadioChoice
          label={t('field.priceType')}
          value={fields.priceType}
          options={FIAT_PRICE_TYPES.map((type) => ({ value: type, label: t(`priceType.${type}`) }))}
          onChange={(priceType) => edit({ priceType })}
        />
        {fields.priceType === 'fixed' ? (
          <DecimalField
            name="price"
            label={t('field.price')}
            value={fields.price}
            unit={fields.fiatCode}
            problem={textOf('price')}
            onChange={(price) => edit({ price })}
          />
        ) : (
          <>
            <DecimalField
              name="percent"
              label={t('field.percent')}
              value={fields.percent}
              unit="%"
              hint={t('field.percentHint')}
              problem={textOf('percent')}
              onChange={(percent) => edit({ percent })}
            />
            <DecimalField
              name="limitPrice"
              label={t(fields.side === 'buy' ? 'field.limitBuy' : 'field.limitSell')}
              value={fields.limitPrice}
              unit={fields.fiatCode}
              hint={t(fields.side === 'buy' ? 'field.limitBuyHint' : 'field.limitSellHint')}
              problem={textOf('limitPrice')}
              onChange={(limitPrice) => edit({ limitPrice })}
            />
          </>
        )}
        <Preview form={form} />
        <div role="status" className="empty:hidden">
          {form.isLimitPassed && (
            <Notice tone="warn">
              <p data-testid="limit-warning">{t('listed.beyondLimit')}</p>
            </Notice>
          )}
        </div>
        <Deviation form={form} problem={textOf('acceptedDeviation')} />
      </div>
    </Panel>
  );
}

/** The live reference and the public price. */
function Preview({ form }: Pick<AdPanelProps, 'form'>) {
  const t = useText('fiat-merchant');
  const format = useFormat();
  const { fields, facts, priceNow, coin, deviation } = form;
  const scale = facts.scales.price;
  const priceText = (price: string | null) =>
    price === null
      ? t('preview.unknown')
      : `${format.price(price, Math.min(scale, 8))} ${fields.fiatCode}`;
  return (
    <dl
      data-testid="price-preview"
      className="grid grid-cols-[minmax(0,1fr)_auto] @max-[18rem]:grid-cols-1 gap-x-3 gap-y-1 rounded-control bg-sunken p-3 text-sm"
    >
      <dt className="text-muted">{t('preview.reference', { coin: coin?.currency_code ?? '' })}</dt>
      <dd data-testid="reference" className="figures text-end">
        {priceText(facts.reference)}
      </dd>
      <dt className="text-muted">{t('preview.price')}</dt>
      <dd data-testid="price-now" className="figures text-end font-semibold">
        {priceText(priceNow)}
      </dd>
      <dt className="text-muted">{t('preview.deviation')}</dt>
      <dd
        data-testid="deviation"
        className={classNames(
          'figures text-end',
          deviation !== null && judgePercent(deviation) !== 'near' && 'font-semibold text-down',
        )}
      >
        {deviation === null ? '–' : format.change(deviation)}
      </dd>
    </dl>
  );
}

interface DeviationProps extends Pick<AdPanelProps, 'form'> {
  readonly problem: string | undefined;
}

/**
 * Warns when the price is far from the market, names the side that loses by it, and asks for
 * confirmation.
 */
function Deviation({ form, problem }: DeviationProps) {
  const t = useText('fiat-merchant');
  const deviationWords = useDeviationWords();
  const { fields, deviation, isDeviationKnown, acceptDeviation } = form;
  const verdict = deviation === null ? 'near' : judgePercent(deviation);
  return (
    <div role="status" className="flex flex-col gap-3 empty:hidden">
      {deviation !== null && verdict !== 'near' && (
        <Notice tone="warn">
          <p data-testid="deviation-warning">{deviationWords(fields.side, deviation)}</p>
        </Notice>
      )}
      {verdict === 'far' && (
        <Checkbox
          name="acceptedDeviation"
          checked={isDeviationKnown}
          problem={problem}
          onChange={acceptDeviation}
        >
          {t('deviation.accept')}
        </Checkbox>
      )}
    </div>
  );
}
