/** A field for up to four pictures. */
import type { PictureSet } from '../../app/core/hooks/use-picture-set.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconProblem } from '../../ui/icons.ts';
import { UploadField } from '../parts/upload-field.tsx';

interface PictureSetFieldProps {
  readonly legend: string;
  readonly pictures: PictureSet;
  readonly problem: string | undefined;
}

/** Up to four pictures of one form. */
export function PictureSetField({ legend, pictures, problem }: PictureSetFieldProps) {
  const t = useText('fiat');
  const tParts = useText('parts');
  return (
    <fieldset aria-invalid={problem !== undefined || undefined} tabIndex={-1}>
      <legend className="pb-2 text-sm font-medium text-muted">{legend}</legend>
      <div className="grid grid-cols-2 gap-3">
        {pictures.shown.map(({ place, upload }) => (
          <UploadField
            isSmall
            key={place}
            label={t('order.picture', { number: place + 1 })}
            upload={upload}
          />
        ))}
      </div>
      <p className="pt-2 text-sm text-faint">{tParts('picture.limits')}</p>
      {problem !== undefined && (
        <p role="alert" className="flex gap-1.5 pt-1 text-sm text-down">
          <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{problem}</span>
        </p>
      )}
    </fieldset>
  );
}
