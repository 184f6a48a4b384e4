/** A picture field bound to an upload machine. */
import { PICTURE_TYPES, type UploadView } from '../../app/core/hooks/use-upload.ts';
import { PictureField } from '../../ui/picture-field.tsx';
import { useProblemText } from './use-problem-text.ts';

/** Formats for the file picker; the upload itself reports other limits. */
const ACCEPT = PICTURE_TYPES.join(',');

interface UploadFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly upload: UploadView;
  readonly isSmall?: boolean;
  /** The problem of a missing picture. */
  readonly missing?: string | undefined;
}

/** A picture of a form, with its own problem or the problem that it is missing. */
export function UploadField(props: UploadFieldProps) {
  const { label, hint, upload, isSmall, missing } = props;
  const problemText = useProblemText(
    upload.message === null ? [] : [{ field: null, error: upload.message }],
  );
  return (
    <PictureField
      label={label}
      hint={hint}
      isSmall={isSmall}
      status={upload.status}
      percent={upload.percent}
      objectUrl={upload.isImage ? upload.objectUrl : null}
      accept={ACCEPT}
      problem={problemText(null) ?? missing}
      onChoose={upload.choose}
      onRemove={upload.remove}
      onRetry={upload.retry}
    />
  );
}
