/** The form that reports a problem of a fiat order to the other side. */
import { LIMITS } from '../../../contract/limits.ts';
import { useFiatAbnormal, type FiatActionScene } from '../../app/fiat/use-fiat-order-actions.ts';
import { useText } from '../../i18n/use-text.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { useProblemText } from '../parts/use-problem-text.ts';
import { ActionForm } from './action-form.tsx';

/** One side describes a problem; the other side reads it in the chat. */
export function AbnormalAction({ scene }: { readonly scene: FiatActionScene }) {
  const t = useText('fiat');
  const form = useFiatAbnormal(scene);
  const textOf = useProblemText(form.problems);
  const isEmpty = form.problems.some(({ field }) => field === 'note');
  return (
    <ActionForm
      form={form}
      consequence={<p>{t('follows.markAbnormal')}</p>}
      submitText={t('yes.markAbnormal')}
      problem={textOf(null)}
    >
      <TextArea
        name="note"
        rows={3}
        dir="auto"
        label={t('field.note')}
        maxLength={LIMITS.fiat_message_length_max}
        value={form.fields.note}
        problem={isEmpty ? t('missing.note') : undefined}
        onChange={(note) => form.edit({ note })}
      />
    </ActionForm>
  );
}
