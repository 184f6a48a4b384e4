/** A field that uploads one picture, with progress and preview. */
import { useId, type ChangeEvent, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconAddPicture, IconChosen, IconClose, IconPending, IconProblem } from './icons.ts';
import { IconButton } from './icon-button.tsx';

interface PictureFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The problem of the picture or of the form, in the user's language. */
  readonly problem?: string | undefined;
  readonly status: 'empty' | 'uploading' | 'failed' | 'done';
  /** 0 to 100. */
  readonly percent: number;
  readonly objectUrl: string | null;
  /** Media types, joined by commas. */
  readonly accept: string;
  /** Whether the device's camera is offered first. */
  readonly isFromCamera?: boolean;
  /** One of several side by side, without room for text inside. */
  readonly isSmall?: boolean | undefined;
  readonly onChoose: (file: File) => void;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

/**
 * A picture to choose or take, with its preview and an overlay while its upload runs or has failed.
 */
export function PictureField(props: PictureFieldProps) {
  const { label, hint, problem, status, objectUrl, accept, isFromCamera, isSmall = false } = props;
  const { onChoose } = props;
  const t = useText('common');
  const id = useId();
  const noteId = `${id}-note`;
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) onChoose(file);
    // Cleared, so that the same file can be chosen again after it was removed.
    event.target.value = '';
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {label}
      </label>
      <div
        data-status={status}
        className="relative grid aspect-[8/5] w-full place-items-center overflow-hidden rounded-control border border-dashed border-edge bg-raised focus-within:outline-2 focus-within:outline-accent"
      >
        {objectUrl === null ? (
          <span className="flex flex-col items-center gap-2 p-4 text-center text-sm text-muted">
            <IconAddPicture aria-hidden className="size-7" />
            <span className={classNames(isSmall && 'sr-only')}>{t('picture.choose')}</span>
          </span>
        ) : (
          <img src={objectUrl} alt="" className="size-full object-contain" />
        )}
        <input
          id={id}
          type="file"
          accept={accept}
          {...(isFromCamera && { capture: 'environment' })}
          aria-describedby={noteId}
          aria-invalid={problem !== undefined || undefined}
          onChange={take}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
        <PictureMask {...props} />
      </div>
      <div id={noteId} className="text-sm" aria-live="polite">
        {problem === undefined ? (
          <div className="text-faint">{hint}</div>
        ) : (
          <p role="alert" className="flex gap-1.5 text-down">
            <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{problem}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function PictureMask(props: PictureFieldProps) {
  const { label, status, percent, isSmall = false, onRemove, onRetry } = props;
  const t = useText('common');
  if (status === 'empty') return null;
  return (
    <>
      {status === 'uploading' && (
        <div className="pointer-events-none absolute inset-0 grid place-items-center bg-surface/85 text-ink">
          <div className="flex flex-col items-center gap-2">
            <IconPending aria-hidden className="size-6 animate-spin" />
            <progress aria-label={t('picture.sending', { label })} max={100} value={percent} />
          </div>
        </div>
      )}
      {status === 'failed' && (
        <div className="absolute inset-0 grid place-items-center bg-surface/85 text-ink">
          <Button kind="secondary" size="small" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      {status === 'done' && (
        <span className="pointer-events-none absolute start-2 top-2 flex items-center gap-1 rounded-tag bg-surface px-2 py-1 text-sm text-up">
          <IconChosen aria-hidden className="size-4" />
          <span className={classNames(isSmall && 'sr-only')}>{t('picture.done')}</span>
        </span>
      )}
      <IconButton
        icon={IconClose}
        label={t('picture.remove', { label })}
        onClick={onRemove}
        className="absolute end-1 top-1 bg-surface"
      />
    </>
  );
}
