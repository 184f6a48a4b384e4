/** The card of an own ad: state, parts and buttons. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { FiatAdState } from '../../../../contract/fiat/fiat-kinds.ts';
import { isBeyondLimit, judgePercent } from '../../../../contract/fiat/fiat-price.ts';
import { parseUnits, SCALE_MAX } from '../../../../contract/money/decimal.ts';
import type { OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import type { OwnAdAction } from '../../../app/fiat/use-own-ad-actions.ts';
import { useOwnAdLifecycle } from '../../../app/fiat/use-own-ad.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { buttonStyle } from '../../../ui/button-style.ts';
import { ConnectedButton } from '../../parts/connected-button.tsx';
import { AdParts } from './ad-parts.tsx';
import { useBandText } from './deviation-words.ts';

const TONE: Readonly<Record<FiatAdState, BadgeTone>> = {
  opening: 'up',
  suspended: 'warn',
  cancelled: 'neutral',
  removed: 'neutral',
};
const PPM_PER_PERCENT = 10_000;

interface OwnAdCardProps {
  readonly ad: OwnFiatAd;
  /** Whether an action on it is running. */
  readonly isPending: boolean;
  readonly onAct: (action: OwnAdAction) => void;
}

/** One of the user's ads: its state, its remainder, and the actions that its lifecycle allows. */
export function OwnAdCard({ ad, isPending, onAct }: OwnAdCardProps) {
  const t = useText('fiat-merchant');
  const tPeople = useText('people');
  const format = useFormat();
  const amount = (text: string) => `${format.amount(text)} ${ad.fiat_code}`;
  return (
    <article
      data-testid="own-ad"
      data-state={ad.state}
      aria-label={t('ads.one', { id: ad.id })}
      className="mb-3 flex flex-col gap-3 rounded-card bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={ad.side === 'buy' ? 'up' : 'down'}>{t(`side.${ad.side}`)}</Badge>
        <h3 className="font-semibold">
          {ad.currency_code} / {ad.fiat_code}
        </h3>
        <span className="figures text-sm text-faint">#{ad.id}</span>
        <span className="ms-auto">
          <Badge tone={TONE[ad.state]}>{t(`state.${ad.state}`)}</Badge>
        </span>
      </div>
      <Listing ad={ad} />
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="figures text-xl font-semibold">
          {ad.price === null ? t('ad.noPrice') : amount(ad.price)}
        </span>
        {ad.price_percent !== null && (
          <span className="text-sm text-muted">
            {t('ad.floating', {
              percent: format.rate(Number(ad.price_percent) * PPM_PER_PERCENT),
            })}
          </span>
        )}
      </p>
      <AdParts ad={ad} />
      <dl className="flex flex-col gap-1 text-sm sm:flex-row sm:flex-wrap sm:gap-x-10">
        <Fact name={t('ad.limits')}>
          {amount(ad.min_amount)} – {amount(ad.max_amount)}
        </Fact>
        {ad.limit_price !== null && (
          <Fact name={t(ad.side === 'buy' ? 'ad.limitBuy' : 'ad.limitSell')}>
            {amount(ad.limit_price)}
          </Fact>
        )}
        <Fact name={t('ad.payment')}>
          {ad.payment_kinds.map((kind) => tPeople(`kind.${kind}`)).join(' · ')}
        </Fact>
        <Fact name={t('ad.window')}>{t('ad.minutes', { minutes: ad.payment_window_min })}</Fact>
        {ad.remark !== '' && (
          <Fact name={t('ad.remark')}>
            <bdi className="whitespace-pre-line">{ad.remark}</bdi>
          </Fact>
        )}
      </dl>
      <Actions ad={ad} isPending={isPending} onAct={onAct} />
    </article>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3 sm:block">
      <dt className="max-w-full text-muted">{name}</dt>
      <dd className="figures min-w-0 text-end wrap-anywhere sm:text-start">{children}</dd>
    </div>
  );
}

/** Whether others see it, and the reason if not. */
function Listing({ ad }: { readonly ad: OwnFiatAd }) {
  const t = useText('fiat-merchant');
  const tPeople = useText('people');
  const format = useFormat();
  const band = useBandText();
  const { state, removal, price, payable_kinds: payable, deviation_percent: deviation } = ad;
  const { isOpening, isAlive } = useOwnAdLifecycle(ad);
  const isUnpayable = isOpening && payable.length === 0;
  const lost = ad.payment_kinds.filter((kind) => isAlive && !payable.includes(kind));
  // The market has moved since it was posted; the merchant should know before a user takes the ad.
  const isFar = deviation !== null && judgePercent(deviation) !== 'near';
  const reason = () => {
    if (ad.is_listed)
      return isFar
        ? t('listed.far', { percent: format.change(deviation ?? '0') })
        : t('listed.yes');
    if (removal !== null) return t(`removal.${removal}`);
    if (isUnpayable) return t('listed.noMethod');
    if (!isOpening) return t(`listed.${state}`);
    if (price === null || deviation === null) return t('listed.noPrice');
    if (judgePercent(deviation) === 'too_far')
      return t('listed.tooFar', { percent: format.change(deviation), band });
    return isBeyondOwnLimit(ad) ? t('listed.beyondLimit') : t('listed.opening');
  };
  return (
    <div data-testid="listing" className="text-sm text-muted text-pretty">
      <p className={ad.is_listed && isFar ? 'text-warn' : undefined}>{reason()}</p>
      {lost.length > 0 && !isUnpayable && (
        <p>
          {t('listed.lostKinds', {
            kinds: lost.map((kind) => tPeople(`kind.${kind}`)).join(' · '),
          })}
        </p>
      )}
      {ad.removal_text !== null && (
        <p className="wrap-anywhere">
          <bdi>{ad.removal_text}</bdi>
        </p>
      )}
    </div>
  );
}

/** Returns whether the floating price is beyond the merchant's limit. */
function isBeyondOwnLimit({ side, price, limit_price: limit }: OwnFiatAd): boolean {
  if (price === null || limit === null) return false;
  const [now, least] = [parseUnits(price, SCALE_MAX), parseUnits(limit, SCALE_MAX)];
  return now !== null && least !== null && isBeyondLimit(side, now, least);
}

function Actions({ ad, isPending, onAct }: OwnAdCardProps) {
  const t = useText('fiat-merchant');
  const { canEdit, canSuspend, canResume, canCancel } = useOwnAdLifecycle(ad);
  if (!canEdit && !canSuspend && !canResume && !canCancel) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {(canSuspend || canResume) && (
        <ConnectedButton
          kind="secondary"
          size="small"
          pending={isPending}
          noConnection={t('noConnection')}
          onClick={() => onAct(canSuspend ? 'suspend' : 'resume')}
        >
          {t(canSuspend ? 'action.suspend' : 'action.resume')}
        </ConnectedButton>
      )}
      {canEdit && (
        <Link to={`/fiat-ad?id=${ad.id}`} className={buttonStyle('secondary', 'small')}>
          {t('action.edit')}
        </Link>
      )}
      {canCancel && (
        <Button
          kind="quiet"
          size="small"
          pending={isPending}
          className="text-down"
          onClick={() => onAct('cancel')}
        >
          {t('action.cancel')}
        </Button>
      )}
    </div>
  );
}
