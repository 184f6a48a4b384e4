/** The panel of one verification: data, photos and verdict. */
import type { ReviewDetail } from '../../../../contract/operator/schemas/verification.ts';
import { VERIFICATION_REASONS } from '../../../../contract/verification/verification.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { DetailList, DetailRow } from '../../../ui/detail-list.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { DECIDE_REVIEW } from '../../forms/decision-forms.ts';
import { canDecideReview } from '../../hooks/operator-lifecycles.ts';
import { useDecision } from '../../hooks/use-decision.ts';
import { FOLLOW_MS, useOperatorQuery } from '../../hooks/use-operator-query.ts';
import { CourseLink } from '../course/course-link.tsx';
import { DecisionSheet } from '../parts/decision-sheet.tsx';
import { WordsField } from '../parts/words-field.tsx';
import { LastActNote } from '../parts/last-act.tsx';
import { PersonLink } from '../parts/person-link.tsx';
import { PrivatePicture } from '../parts/private-picture.tsx';
import { RecordView } from '../parts/record-view.tsx';

/** One submission: the user's data, the photos, and the verdict. */
export function ReviewPanel({ id }: { readonly id: string }) {
  const query = useOperatorQuery('getVerification', { id }, FOLLOW_MS.record);
  return <RecordView query={query}>{(review) => <ReviewFacts review={review} />}</RecordView>;
}

interface ReviewFactsProps {
  readonly review: ReviewDetail;
}

function ReviewFacts({ review }: ReviewFactsProps) {
  const t = useText('operator');
  const format = useFormat();
  return (
    <div className="flex flex-col gap-5">
      <h2 className="text-lg font-semibold">{review.name}</h2>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <PrivatePicture id={review.front_picture_id} label={t('review.front')} />
        <PrivatePicture id={review.reverse_picture_id} label={t('review.reverse')} />
        <PrivatePicture id={review.hand_picture_id} label={t('review.hand')} />
      </div>
      <DetailList>
        <DetailRow name={t('person')}>
          <PersonLink person={review.person} />
        </DetailRow>
        <DetailRow name={t('review.idType')}>{t(`idType.${review.id_type}`)}</DetailRow>
        <DetailRow name={t('review.cardId')}>{review.card_id}</DetailRow>
        <DetailRow name={t('review.state')}>{t(`review.${review.state}`)}</DetailRow>
        <DetailRow name={t('review.submittedAt')}>{format.dateTime(review.submitted_at)}</DetailRow>
        {review.reviewed_at !== null && (
          <DetailRow name={t('review.reviewedAt')}>{format.dateTime(review.reviewed_at)}</DetailRow>
        )}
        {review.verdict_reason !== null && (
          <DetailRow name={t('review.told')}>
            {t(`verdict.${review.verdict_reason}`)} {review.verdict_text}
          </DetailRow>
        )}
        <DetailRow name={t('review.others')}>{review.others.length}</DetailRow>
      </DetailList>
      <LastActNote act={review.last_act} kind="review" id={review.id} />
      <Verdict review={review} />
      <CourseLink kind="kyc-review" id={String(review.person.id)} />
    </div>
  );
}

function Verdict({ review }: ReviewFactsProps) {
  const t = useText('operator');
  const { id } = review;
  const isWaiting = canDecideReview(review);
  const certify = useDecision(DECIDE_REVIEW, review, { id, verdict: 'certify' });
  const fail = useDecision(DECIDE_REVIEW, review, { id, verdict: 'fail' });
  const { fields, problems, edit } = fail.form;
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {isWaiting && (
        <>
          <Button onClick={certify.open}>{t('review.certify')}</Button>
          <Button kind="danger" onClick={fail.open}>
            {t('review.fail')}
          </Button>
        </>
      )}
      <DecisionSheet
        title={t('review.certifyTitle')}
        decision={certify}
        submitLabel={t('review.certify')}
        isPossible={isWaiting}
      />
      <DecisionSheet
        title={t('review.failTitle')}
        decision={fail}
        submitLabel={t('review.fail')}
        isDanger
        isPossible={isWaiting}
      >
        <SelectField
          name="verdict_reason"
          label={t('review.why')}
          value={fields.verdictReason}
          options={VERIFICATION_REASONS.map((value) => ({ value, label: t(`verdict.${value}`) }))}
          onChange={(verdictReason) => edit({ verdictReason })}
        />
        <WordsField
          name="verdict_text"
          value={fields.verdictText}
          onChange={(verdictText) => edit({ verdictText })}
          isMissing={problems.some(({ field }) => field === 'verdictText')}
        />
      </DecisionSheet>
    </div>
  );
}
