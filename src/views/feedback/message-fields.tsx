/** The fields of a message: text with a counter, and up to four pictures. */
import { LIMITS } from '../../../contract/limits.ts';
import type { PictureSet } from '../../app/core/hooks/use-picture-set.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconProblem } from '../../ui/icons.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { UploadField } from '../parts/upload-field.tsx';

interface MessageFieldsProps {
  readonly form: {
    readonly fields: { readonly content: string };
    readonly contentLength: number;
    readonly pictures: PictureSet;
    edit(changes: { readonly content: string }): void;
  };
  readonly label: string;
  problemText(field: 'content' | 'pictures'): string | undefined;
}

/** The text of a message with a counter, and up to four pictures. */
export function MessageFields({ form, label, problemText }: MessageFieldsProps) {
  const t = useText('feedback');
  const tParts = useText('parts');
  const { contentLength, pictures } = form;
  const { feedback_content_length_min: min, feedback_content_length_max: max } = LIMITS;
  const pictureProblem = problemText('pictures');
  return (
    <>
      <TextArea
        name="content"
        label={label}
        maxLength={max}
        value={form.fields.content}
        problem={problemText('content')}
        onChange={(content) => form.edit({ content })}
        hint={
          <span className="figures">
            {contentLength < min
              ? t('field.countShort', { missing: min - contentLength })
              : t('field.count', { length: contentLength, max })}
          </span>
        }
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-2 text-sm font-medium text-muted">{t('field.pictures')}</legend>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {pictures.shown.map(({ place, upload }) => (
            <UploadField
              isSmall
              key={place}
              label={t('field.picture', { number: place + 1 })}
              upload={upload}
            />
          ))}
        </div>
        <p className="text-sm text-faint">{tParts('picture.limits')}</p>
        {pictureProblem !== undefined && (
          <p role="alert" className="flex gap-1.5 text-sm text-down">
            <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{pictureProblem}</span>
          </p>
        )}
      </fieldset>
    </>
  );
}
