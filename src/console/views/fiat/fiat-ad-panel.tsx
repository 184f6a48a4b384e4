/** The panel of one ad: merchant, terms, remainder and removal. */
import { LIMITS } from '../../../../contract/limits.ts';
import type {
  OperatorFiatAd,
  OperatorFiatAdDetail,
} from '../../../../contract/operator/schemas/fiat.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import { REMOVE_FIAT_AD } from '../../forms/fiat-forms.ts';
import { canRemoveAd } from '../../hooks/operator-lifecycles.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { CourseLink } from '../course/course-link.tsx';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { WordsField } from '../parts/words-field.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { RecordView } from '../parts/record-view.tsx';

/** One ad: its merchant, its terms, its remainder, and its removal. */
export function FiatAdPanel({ id }: { readonly id: string }) {
  const query = useOperatorQuery('getFiatAd', { id }, FOLLOW_MS.record);
  return (
    <RecordView query={query}>
      {(ad) => (
        <div className="flex flex-col gap-5">
          <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">
            <bdi>{ad.shop.name}</bdi>
          </h2>
          <PersonLink person={ad.person} />
          <AdFacts ad={ad} />
          <LastActNote act={ad.last_act} kind="fiat_ad" id={ad.id} />
          <Removal ad={ad} />
          <ShopFigures ad={ad} />
          <CourseLink kind="fiat-ad" id={ad.id} />
        </div>
      )}
    </RecordView>
  );
}

function AdFacts({ ad }: { readonly ad: OperatorFiatAd }) {
  const t = useText('operator');
  const format = useFormat();
  const coins = (quantity: string) => <Amount value={quantity} code={ad.currency_code} isGlance />;
  const price =
    ad.fixed_price === null
      ? t('fiatAd.floating', { percent: format.amount(ad.price_percent ?? '0') })
      : `${format.amount(ad.fixed_price)} ${ad.fiat_code}`;
  return (
    <DetailList>
      <DetailRow name={t('fiatAd.number')}>#{ad.id}</DetailRow>
      <DetailRow name={t('filter.state')}>
        {t(`adState.${ad.state}`)}
        {ad.removal !== null && ` · ${t(`removal.${ad.removal}`)}`}
      </DetailRow>
      {ad.removal_text !== null && (
        <DetailRow name={t('withdrawal.told')}>
          <bdi className="whitespace-pre-wrap">{ad.removal_text}</bdi>
        </DetailRow>
      )}
      <DetailRow name={t('fiatAd.does')}>{t(`fiatAd.side.${ad.side}`)}</DetailRow>
      <DetailRow name={t('dispute.price')}>{price}</DetailRow>
      <DetailRow name={t('fiatAd.limits')}>
        {format.amount(ad.min_amount)} – <Amount value={ad.max_amount} code={ad.fiat_code} />
      </DetailRow>
      <DetailRow name={t('fiatAd.total')}>{coins(ad.total)}</DetailRow>
      <DetailRow name={t('fiatAd.remaining')}>{coins(ad.remaining)}</DetailRow>
      <DetailRow name={t('fiatAd.inOrders')}>{coins(ad.in_orders)}</DetailRow>
      <DetailRow name={t('fiatAd.sold')}>{coins(ad.sold)}</DetailRow>
      <DetailRow name={t('dispute.payment')}>
        {ad.payment_kinds.map((kind) => t(`payment.${kind}`)).join(' · ')}
      </DetailRow>
      <DetailRow name={t('dispute.payWithin')}>
        {t('fiatAd.minutes', { minutes: ad.payment_window_min })}
      </DetailRow>
      {ad.remark !== '' && (
        <DetailRow name={t('dispute.remark')}>
          <bdi className="whitespace-pre-wrap">{ad.remark}</bdi>
        </DetailRow>
      )}
      <DetailRow name={t('fiatAd.createdAt')}>{format.dateTime(ad.created_at)}</DetailRow>
      <DetailRow name={t('fiatAd.updatedAt')}>{format.dateTime(ad.updated_at)}</DetailRow>
    </DetailList>
  );
}

function ShopFigures({ ad }: { readonly ad: OperatorFiatAd }) {
  const t = useText('operator');
  const format = useFormat();
  const { figures, is_open: isOpen } = ad.shop;
  return (
    <section>
      <h3 className="font-semibold">{t('dispute.shop')}</h3>
      <DetailList>
        <DetailRow name={t('filter.state')}>
          {t(isOpen ? 'fiatAd.shopOpen' : 'fiatAd.shopClosed')}
        </DetailRow>
        <DetailRow name={t('dispute.orders')}>
          {t('dispute.completedOf', {
            completed: figures.completed_orders,
            orders: figures.total_orders,
          })}
        </DetailRow>
        <DetailRow name={t('fiatAd.orders30')}>{figures.orders_30_days}</DetailRow>
        {figures.completion_percent !== null && (
          <DetailRow name={t('dispute.completion')}>
            {format.rate(figures.completion_percent * 10_000)}
          </DetailRow>
        )}
      </DetailList>
    </section>
  );
}

/** Removes the ad from the market; open orders go on. */
function Removal({ ad }: { readonly ad: OperatorFiatAdDetail }) {
  const t = useText('operator');
  const isRemovable = canRemoveAd(ad);
  const removal = useDecision(REMOVE_FIAT_AD, ad, { id: ad.id });
  const problemText = useProblemText(removal.form.problems);
  return (
    <>
      {isRemovable && (
        <Button kind="danger" onClick={removal.open} className="self-start">
          {t('fiatAd.remove')}
        </Button>
      )}
      <DecisionSheet
        title={t('fiatAd.removeTitle')}
        // Ignores changes of the ad, because a merchant could otherwise block its removal by
        // editing it.
        decision={isRemovable ? { ...removal, moved: null } : removal}
        submitLabel={t('fiatAd.remove')}
        isDanger
        isPossible={isRemovable}
      >
        <p className="rounded-control bg-warn-soft p-3 text-sm text-warn">
          {t('fiatAd.removeFollows')}
        </p>
        <WordsField
          hint={t('fiatAd.merchantReads')}
          maxLength={LIMITS.fiat_remark_length_max}
          value={removal.form.fields.text}
          onChange={(text) => removal.form.edit({ text })}
          isMissing={problemText('text') !== undefined}
        />
      </DecisionSheet>
    </>
  );
}
