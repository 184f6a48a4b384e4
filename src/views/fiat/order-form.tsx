/** The form that takes an ad. */
import { useEffect, useEffectEvent, type SyntheticEvent } from 'react';
import { Link } from 'react-router-dom';
import type { FiatAd, FiatMarket } from '../../../contract/fiat/fiat-market.ts';
import type { FiatOrderDetail } from '../../../contract/fiat/fiat-order.ts';
import { useFiatOrderForm, type FiatOrderFormView } from '../../app/fiat/use-fiat-order-form.ts';
import { useSession } from '../../app/identity/use-session.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { GateHint } from '../parts/gate-hint.tsx';
import { Notice } from '../parts/notice.tsx';
import { isUnknown, UnknownOutcome, useOutcomeTexts } from '../parts/outcome.tsx';
import { ConnectedButton } from '../parts/connected-button.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { DeviationNote } from './deviation-note.tsx';
import type { BegunOrder } from './order-address.ts';
import { OrderSizeField } from './order-size-field.tsx';
import { OrderSums } from './order-sums.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import { SellerProof } from './seller-proof.tsx';
import { StandingNote } from './standing-note.tsx';
import { useFiatProblem } from './use-fiat-problem.ts';

interface OrderFormProps {
  readonly ad: FiatAd;
  readonly market: FiatMarket;
  /** Values typed before, for a returning user. */
  readonly typed: Partial<BegunOrder['typed']> | undefined;
  readonly onTyped: (typed: BegunOrder['typed']) => void;
  readonly onPlaced: (order: FiatOrderDetail) => void;
  /** Called when the shown ad is outdated, so that the caller reloads it. */
  readonly onAdChanged: () => void;
}

/** Size, payment method, and the resulting amounts. */
export function OrderForm(props: OrderFormProps) {
  const { ad, market, typed, onTyped, onPlaced, onAdChanged } = props;
  const t = useText('fiat');
  const { isVerified } = useSession();
  const form = useFiatOrderForm(ad, market, onPlaced, typed);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const textOf = useFiatProblem(form.problems, ad);
  useOnAdChange(form, onAdChanged);
  useOnTyped(form, onTyped);
  useOutcomeTexts();
  if (isUnknown(form.status)) return <Unknown form={form} />;
  if (form.wasDoneUnseen && form.answer !== null) return <PlacedBefore order={form.answer} />;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    form.submit();
    noteAttempt();
  };
  const side = form.isSelling ? 'sell' : 'buy';
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4 px-5 pb-5">
      <PriceLine ad={ad} />
      <OrderSizeField ad={ad} form={form} problem={textOf('size')} />
      <OrderSums ad={ad} form={form} />
      <PaymentChoice
        ad={ad}
        form={form}
        problem={textOf(form.isSelling ? 'methodId' : 'paymentKind')}
      />
      {ad.remark !== '' && <Remark text={ad.remark} />}
      {form.isSelling && isVerified && <SellerProof form={form} />}
      {!form.isSelling && <StandingNote />}
      <FormProblem problem={textOf(null)} />
      {isVerified ? (
        <ConnectedButton
          type="submit"
          noConnection={t('noConnection')}
          pending={form.isBusy || form.status === 'done'}
          disabled={ad.price === null}
          data-testid="place-fiat-order"
        >
          {t(`sheet.submit.${side}`, { coin: ad.currency_code })}
        </ConnectedButton>
      ) : (
        <Notice tone="warn" link={{ to: '/user-center', text: t('common:user.gateGo') }}>
          <GateHint />
        </Notice>
      )}
      <p className="text-sm text-muted">
        {t(`sheet.follows.${side}`, { minutes: ad.payment_window_min })}
      </p>
    </form>
  );
}

/** A worse price or window is refused, so the new ad is loaded immediately for the user to decide. */
function useOnAdChange({ problems }: FiatOrderFormView, onAdChanged: () => void): void {
  const isRefused = problems.some(
    ({ error }) => error === 'fiat_price_changed' || error === 'fiat_ad_changed',
  );
  const notify = useEffectEvent(onAdChanged);
  useEffect(() => {
    if (isRefused) notify();
  }, [isRefused]);
}

/** A sheet closed by a tap outside keeps its values. */
function useOnTyped({ fields }: FiatOrderFormView, onTyped: OrderFormProps['onTyped']): void {
  const { basis, size } = fields;
  const notify = useEffectEvent(onTyped);
  useEffect(() => {
    notify({ basis, size });
  }, [basis, size]);
}

function PriceLine({ ad }: Pick<OrderFormProps, 'ad'>) {
  const t = useText('fiat');
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <p>
        <span className="text-sm text-muted">{t('ad.price')}</span>{' '}
        <span className="figures text-lg font-semibold" aria-live="polite">
          {ad.price === null ? t('ad.noPrice') : `${format.amount(ad.price)} ${ad.fiat_code}`}
        </span>
        {ad.price_percent !== null && (
          <span className="ms-2 text-xs text-muted">
            {t('ad.floating', { percent: format.amount(ad.price_percent) })}
          </span>
        )}
        <DeviationNote ad={ad} />
      </p>
      <Link
        to={`/shop?id=${ad.shop.id}`}
        className="touch-target text-sm text-accent underline-offset-4 hover:underline"
      >
        <bdi>{ad.shop.name}</bdi>
      </Link>
    </div>
  );
}

function Remark({ text }: { readonly text: string }) {
  const t = useText('fiat');
  return (
    <section className="rounded-control bg-sunken p-3 text-sm">
      <h3 className="text-xs text-muted">{t('ad.remark')}</h3>
      <p dir="auto" className="pt-1 leading-relaxed whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </section>
  );
}

/** The sheet was closed during the call. */
function PlacedBefore({ order }: { readonly order: FiatOrderDetail }) {
  const t = useText('fiat');
  return (
    <div role="status" className="px-5 pb-6">
      <Notice tone="plain" link={{ to: `/fiat-order?id=${order.id}`, text: t('changed.look') }}>
        {t('sheet.placed')}
      </Notice>
    </div>
  );
}

function Unknown({ form }: { readonly form: FiatOrderFormView }) {
  const t = useText('fiat');
  return (
    <div className="px-5 pb-6">
      <UnknownOutcome
        form={form}
        hint={t('sheet.unknown')}
        onAbandon={form.abandon}
        records={{ to: '/fiat-orders', text: t('orders.title') }}
      />
    </div>
  );
}
