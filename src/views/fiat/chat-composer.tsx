/** The input line of a chat, with an optional picture. */
import { useId, type SyntheticEvent } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import type { FiatMessage } from '../../../contract/fiat/fiat-order.ts';
import { useFiatMessageForm } from '../../app/fiat/use-fiat-messages.ts';
import { PICTURE_TYPES, type UploadView } from '../../app/core/hooks/use-upload.ts';
import { useText } from '../../i18n/use-text.ts';
import { controlFrame } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconAddPicture, IconClose, IconPending, IconProblem } from '../../ui/icons.ts';
import { Button } from '../../ui/button.tsx';
import { useProblemText } from '../parts/use-problem-text.ts';

interface ChatComposerProps {
  readonly orderId: string;
  readonly onSent: (message: FiatMessage) => void;
}

/** The input line, with an optional picture. An unsent message stays for another attempt. */
export function ChatComposer({ orderId, onSent }: ChatComposerProps) {
  const t = useText('fiat');
  const form = useFiatMessageForm(orderId, onSent);
  const { fields, edit, picture } = form;
  const problemOf = useProblemText(form.problems);
  const pictureProblem = useProblemText(
    picture.message === null ? [] : [{ field: null, error: picture.message }],
  );
  const isIncomplete = form.problems.some(({ error }) => error === 'invalid_request');
  const problem =
    pictureProblem(null) ??
    (isIncomplete ? t('missing.message') : (problemOf(null) ?? problemOf('picture')));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      className="sticky bottom-0 z-1 flex flex-col gap-2 border-t border-line bg-canvas p-3"
    >
      {picture.objectUrl !== null && <ChosenPicture picture={picture} />}
      <div role="alert" className="empty:hidden">
        {problem !== undefined && (
          <p className="flex gap-1.5 text-sm text-down">
            <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
            <span>{problem}</span>
          </p>
        )}
      </div>
      <div className="flex items-end gap-2">
        <PictureButton picture={picture} />
        <div className={`${controlFrame} min-h-11 flex-1`}>
          <textarea
            rows={1}
            dir="auto"
            aria-label={t('chat.write')}
            placeholder={t('chat.write')}
            maxLength={LIMITS.fiat_message_length_max}
            value={fields.content}
            onChange={(event) => edit({ content: event.target.value })}
            className="field-sizing-content max-h-32 min-h-11 w-full min-w-0 resize-none bg-transparent px-3 py-2.5 text-ink outline-none placeholder:text-faint"
          />
        </div>
        <Button type="submit" pending={form.isBusy} className="min-h-11 px-4">
          {t('chat.send')}
        </Button>
      </div>
    </form>
  );
}

function PictureButton({ picture }: { readonly picture: UploadView }) {
  const t = useText('fiat');
  const id = useId();
  return (
    <span className="relative grid size-11 shrink-0 place-items-center rounded-control text-muted focus-within:outline-2 focus-within:outline-accent hover:bg-tint">
      <IconAddPicture aria-hidden className="size-[1.375rem]" />
      <label htmlFor={id} className="sr-only">
        {t('chat.addPicture')}
      </label>
      <input
        id={id}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) picture.choose(file);
          // Cleared, so that the same file can be chosen again after it was removed.
          event.target.value = '';
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </span>
  );
}

/** The picture of the message: uploading, failed, or ready. */
function ChosenPicture({ picture }: { readonly picture: UploadView }) {
  const t = useText('fiat');
  const tCommon = useText('common');
  const { objectUrl, status } = picture;
  return (
    <div data-status={status} className="flex items-center gap-2">
      <img
        src={objectUrl ?? ''}
        alt=""
        className="size-14 rounded-control border border-line object-cover"
      />
      {status === 'uploading' && (
        <IconPending
          role="img"
          aria-label={tCommon('picture.sending', { label: t('chat.picture') })}
          className="size-5 animate-spin text-muted"
        />
      )}
      {status === 'failed' && (
        <Button kind="secondary" size="small" onClick={picture.retry}>
          {tCommon('action.retry')}
        </Button>
      )}
      <IconButton
        icon={IconClose}
        label={tCommon('picture.remove', { label: t('chat.picture') })}
        onClick={picture.remove}
      />
    </div>
  );
}
