/** The field of an order's size, by amount or by quantity. */
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderFormView } from '../../app/fiat/use-fiat-order-form.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { controlFrame, controlInput, Field } from '../../ui/field.tsx';
import { Tabs } from '../../ui/tabs.tsx';

interface OrderSizeFieldProps {
  readonly ad: FiatAd;
  readonly form: FiatOrderFormView;
  readonly problem: string | undefined;
}

const BASES = ['amount', 'quantity'] as const;

/** The size: in fiat money or coins, typed or the maximum. */
export function OrderSizeField({ ad, form, problem }: OrderSizeFieldProps) {
  const t = useText('fiat');
  const format = useFormat();
  const { fields, edit, largest } = form;
  const basis = BASES.find((each) => each === fields.basis) ?? 'amount';
  const unit = basis === 'amount' ? ad.fiat_code : ad.currency_code;
  return (
    <Tabs
      look="pill"
      label={t('sheet.basis')}
      value={basis}
      onChange={(chosen) => edit({ basis: chosen, size: form.size?.[chosen] ?? '' })}
      tabs={BASES.map((value) => ({ value, label: t(`sheet.by.${value}`) }))}
    >
      <div className="pt-3">
        <Field
          label={t(`sheet.size.${form.isSelling ? 'sell' : 'buy'}.${basis}`, { unit })}
          hint={
            <span className="figures">
              {t('sheet.limits', {
                least: format.amount(ad.min_amount),
                most: format.amount(ad.max_amount),
                currency: ad.fiat_code,
              })}
            </span>
          }
          problem={problem}
        >
          {(wiring) => (
            <div className={controlFrame}>
              <DecimalInput
                {...wiring}
                enterKeyHint="done"
                placeholder="0"
                value={fields.size}
                onChange={(size) => edit({ size })}
                className={`${controlInput} figures`}
              />
              <button
                type="button"
                disabled={largest === null}
                onClick={() => largest !== null && edit({ size: largest })}
                className="min-h-11 shrink-0 rounded-control px-2 text-sm font-semibold text-accent -outline-offset-2 disabled:opacity-60"
              >
                {t('sheet.max')}
              </button>
              <span className="shrink-0 ps-1 pe-3.5 text-sm font-semibold text-muted">{unit}</span>
            </div>
          )}
        </Field>
      </div>
    </Tabs>
  );
}
