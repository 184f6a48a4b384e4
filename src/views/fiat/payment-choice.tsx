/** The choice of the payment kind (buyer) or of the collection method (seller). */
import { maskedAccountNumber } from '../../../contract/people/payment-accounts.ts';
import type { FiatAd } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderFormView } from '../../app/fiat/use-fiat-order-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconProblem } from '../../ui/icons.ts';
import { Notice } from '../parts/notice.tsx';
import { useMethodPath } from './order-address.ts';

interface PaymentChoiceProps {
  readonly ad: FiatAd;
  readonly form: FiatOrderFormView;
  readonly problem: string | undefined;
}

/** A buyer chooses the payment kind, a seller the collection method. */
export function PaymentChoice({ ad, form, problem }: PaymentChoiceProps) {
  const t = useText('fiat');
  const { isSelling, fields, edit, methods, chooseMethod } = form;
  const methodPath = useMethodPath(ad, fields);
  const isMissing = isSelling && methods?.length === 0;
  const choices = isSelling
    ? (methods ?? []).map((method) => ({
        id: method.id,
        text: `${t(`pay.${method.kind}`)} · ${maskedAccountNumber(method.account)}`,
        isChosen: form.methodId === method.id,
        choose: () => chooseMethod(method),
      }))
    : ad.payment_kinds.map((kind) => ({
        id: kind,
        text: t(`pay.${kind}`),
        isChosen: fields.paymentKind === kind,
        choose: () => edit({ paymentKind: kind }),
      }));
  return (
    <fieldset aria-invalid={problem !== undefined || undefined} tabIndex={-1}>
      <legend className="pb-1.5 text-sm font-medium text-muted">
        {t(isSelling ? 'sheet.paidTo' : 'sheet.payBy')}
      </legend>
      {isMissing && (
        <Notice tone="warn" link={{ to: methodPath, text: t('sheet.addMethod') }}>
          {t('sheet.noMethod', {
            kinds: ad.payment_kinds.map((kind) => t(`pay.${kind}`)).join(', '),
          })}
        </Notice>
      )}
      <div className="flex flex-col gap-2 empty:hidden">
        {choices.map(({ id, text, isChosen, choose }) => (
          <label
            key={id}
            className={classNames(
              'flex min-h-11 items-center gap-3 rounded-control border px-3.5 py-2 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              isChosen ? 'border-accent bg-accent-soft' : 'border-edge',
            )}
          >
            <input
              type="radio"
              name="payment"
              checked={isChosen}
              onChange={choose}
              className="size-5 shrink-0 accent-(--accent)"
            />
            <bdi className="min-w-0 wrap-anywhere">{text}</bdi>
          </label>
        ))}
      </div>
      {problem !== undefined && (
        <p role="alert" className="flex gap-1.5 pt-1.5 text-sm text-down">
          <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{problem}</span>
        </p>
      )}
    </fieldset>
  );
}
