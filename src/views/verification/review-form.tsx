/** The verification form: document, name, number and three photos. */
import type { FormEvent } from 'react';
import { ID_TYPES } from '../../../contract/verification/id-types.ts';
import type { Verification } from '../../../contract/verification/verification.ts';
import {
  useVerificationForm,
  type Photo,
  type VerificationFormView,
} from '../../app/verification/use-verification-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { FormProblem } from '../parts/form-problem.tsx';
import { Panel } from '../parts/panel.tsx';
import { ReviewCheck } from './review-check.tsx';
import { UploadField } from '../parts/upload-field.tsx';
import { usePersonProblem } from '../parts/use-person-problem.ts';

const PHOTOS: readonly Photo[] = ['front', 'reverse', 'hand'];

/** Document, name, number and three photos, with a final check before they are sent. */
export function ReviewForm({ onSent }: { readonly onSent: (sent: Verification) => void }) {
  const form = useVerificationForm(onSent);
  return form.isChecking ? <ReviewCheck form={form} /> : <ReviewFields form={form} />;
}

function ReviewFields({ form }: { readonly form: VerificationFormView }) {
  const t = useText('verification');
  const { fields, edit, photos, problems } = form;
  const problemText = usePersonProblem(problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const check = (event: FormEvent) => {
    event.preventDefault();
    form.check();
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={check} className="flex flex-col gap-4">
      <Panel title={t('review.document')}>
        <div className="flex flex-col gap-4">
          <SelectField
            name="idType"
            label={t('field.idType')}
            value={fields.idType}
            options={ID_TYPES.map((type) => ({ value: type, label: t(`idType.${type}`) }))}
            onChange={(idType) => edit({ idType })}
          />
          <TextField
            name="name"
            label={t('field.name')}
            hint={t('review.nameHint')}
            autoComplete="name"
            maxLength={80}
            value={fields.name}
            problem={problemText('name')}
            onChange={(name) => edit({ name })}
          />
          <TextField
            name="cardId"
            label={t('field.cardId')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={fields.cardId}
            problem={problemText('cardId')}
            onChange={(cardId) => edit({ cardId })}
          />
        </div>
      </Panel>
      <Panel title={t('review.photos')}>
        <p className="pb-4 text-sm leading-relaxed text-muted text-pretty">
          {t('review.photosHint')}
        </p>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {PHOTOS.map((photo) => (
            <UploadField
              key={photo}
              label={t(`photo.${photo}`)}
              hint={t(`photoHint.${photo}`)}
              upload={photos[photo]}
              missing={photos[photo].status === 'done' ? undefined : problemText(photo)}
            />
          ))}
        </div>
      </Panel>
      <FormProblem problem={problemText(null)} />
      <p className="text-sm text-faint text-pretty">{t('review.private')}</p>
      <Button type="submit">{t('review.check')}</Button>
    </form>
  );
}
