/** The terms of an offering in lines of text. */
import { formatUnits, parseUnits } from '../../../../contract/money/decimal.ts';
import type { OfferingDesk } from '../../../../contract/operator/schemas/ieo.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { stepsIn } from '../../forms/ieo-forms.ts';

type DeskOffering = OfferingDesk['offerings'][number];

interface OfferingTermsTextProps {
  readonly offering: DeskOffering;
}

/** Price, quantities and times. */
export function OfferingTermsText({ offering }: OfferingTermsTextProps) {
  const t = useText('operator');
  const format = useFormat();
  const { token_code: token, pay_code: pay } = offering;
  return (
    <>
      <p>
        {t('offering.rules', {
          price: format.amount(offering.issue_price),
          pay,
          step: format.amount(offering.step),
          offered: format.amount(offering.offered),
          token,
        })}
      </p>
      <p>
        {t('offering.limits', {
          cap: format.amount(offering.cap),
          // Joined, so that no line breaks at the dash.
          bounds: [offering.quantity_min, offering.quantity_max]
            .map((quantity) => format.amount(quantity))
            .join('\u2060–\u2060'),
        })}
      </p>
      <p>{t('offering.raised', { amount: format.amount(mostRaised(offering)), pay })}</p>
      {offering.yield_ppm !== null && (
        <p>{t('offering.yield', { rate: format.rate(offering.yield_ppm) })}</p>
      )}
      <p>
        {t('offering.times', {
          preheat: format.dateTime(offering.preheat_at),
          opens: format.dateTime(offering.opens_at),
          closes: format.dateTime(offering.closes_at),
        })}
      </p>
    </>
  );
}

/** Returns the payment for all tokens. */
function mostRaised(offering: DeskOffering): string {
  const { pay_scale: scale } = offering;
  const price = parseUnits(offering.step_price, scale) ?? 0n;
  return formatUnits(stepsIn(offering, offering.offered) * price, scale);
}
