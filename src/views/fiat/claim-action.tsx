/** The form that opens a dispute: reason, text and pictures. */
import { LIMITS } from '../../../contract/limits.ts';
import {
  ownWithdrawals,
  useFiatClaim,
  type FiatActionScene,
} from '../../app/fiat/use-fiat-order-actions.ts';
import { useText } from '../../i18n/use-text.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { Notice } from '../parts/notice.tsx';
import { useProblemText } from '../parts/use-problem-text.ts';
import { ActionForm } from './action-form.tsx';
import { PictureSetField } from './picture-set-field.tsx';

const OWN_TEXTS = ['reason', 'content', 'pictures'] as const;

/** Asks customer service to decide, with a reason, a text and pictures. */
export function ClaimAction({ scene }: { readonly scene: FiatActionScene }) {
  const t = useText('fiat');
  const form = useFiatClaim(scene);
  const { fields, edit } = form;
  const problemOf = useProblemText(form.problems);
  const withdrawals = ownWithdrawals(scene.order);
  const min = LIMITS.feedback_content_length_min;
  const textOf = (name: (typeof OWN_TEXTS)[number]) => {
    const problem = form.problems.find(({ field }) => field === name);
    return problem?.error === 'invalid_request' ? t(`missing.${name}`, { min }) : problemOf(name);
  };
  return (
    <ActionForm
      form={form}
      consequence={
        withdrawals.left > 0 ? (
          <>
            <p>{t('follows.apply')}</p>
            <p>{t('claims.left', withdrawals)}</p>
          </>
        ) : (
          <>
            <p>{t('follows.applyFinal')}</p>
            <Notice tone="warn">{t('claims.final', { max: withdrawals.max })}</Notice>
          </>
        )
      }
      submitText={t('yes.apply')}
      problem={problemOf(null)}
    >
      <SelectField
        name="reason"
        label={t('field.reason')}
        value={fields.reason}
        options={[
          { value: '', label: t('field.chooseReason') },
          ...form.reasons.map((reason) => ({
            value: reason,
            label: t(`claim.${reason}`),
          })),
        ]}
        problem={textOf('reason')}
        onChange={(reason) => edit({ reason })}
      />
      <TextArea
        name="content"
        rows={4}
        dir="auto"
        label={t('field.content')}
        maxLength={LIMITS.fiat_claim_length_max}
        value={fields.content}
        problem={textOf('content')}
        onChange={(content) => edit({ content })}
      />
      <PictureSetField
        legend={t('field.evidence')}
        pictures={form.pictures}
        problem={textOf('pictures')}
      />
    </ActionForm>
  );
}
