/** The last check of a verification before it is sent. */
import { useEffect, useRef } from 'react';
import { ID_TYPES } from '../../../contract/verification/id-types.ts';
import type { Photo, VerificationFormView } from '../../app/verification/use-verification-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { ConnectedButton } from '../parts/connected-button.tsx';

const PHOTOS: readonly Photo[] = ['front', 'reverse', 'hand'];

/** A final summary before sending, because a submission in review cannot be changed. */
export function ReviewCheck({ form }: { readonly form: VerificationFormView }) {
  const t = useText('verification');
  const tParts = useText('parts');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { fields, photos, isBusy } = form;
  const idType = ID_TYPES.find((type) => type === fields.idType) ?? ID_TYPES[0];
  return (
    <section data-testid="review-check" className="rounded-card bg-surface p-5">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        {t('check.title')}
      </h2>
      <p className="mt-1 leading-relaxed text-muted text-pretty">{t('check.hint')}</p>
      <div className="mt-3">
        <DetailList>
          <DetailRow name={t('field.idType')}>{t(`idType.${idType}`)}</DetailRow>
          <DetailRow name={t('field.name')}>{fields.name.trim()}</DetailRow>
          <DetailRow name={t('field.cardId')}>{fields.cardId}</DetailRow>
        </DetailList>
      </div>
      <ul className="mt-4 grid gap-3 sm:grid-cols-3">
        {PHOTOS.map((photo) => (
          <li key={photo}>
            <p aria-hidden className="pb-1.5 text-sm text-muted">
              {t(`photo.${photo}`)}
            </p>
            <img
              src={photos[photo].objectUrl ?? undefined}
              alt={t(`photo.${photo}`)}
              className="aspect-[8/5] w-full rounded-control border border-line bg-raised object-contain"
            />
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3 *:flex-1">
        <Button kind="secondary" onClick={form.change} disabled={isBusy}>
          {t('check.change')}
        </Button>
        <div className="flex flex-col gap-2">
          <ConnectedButton
            onClick={form.send}
            pending={isBusy}
            noConnection={tParts('noConnection')}
            data-testid="send-verification"
          >
            {t('check.send')}
          </ConnectedButton>
        </div>
      </div>
    </section>
  );
}
