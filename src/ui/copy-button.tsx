/** A button that copies a text and confirms it. */
import { useLateText, useText } from '../i18n/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { IconCopy } from './icons.ts';
import { showToast } from './toast.ts';

interface CopyButtonProps {
  readonly text: string;
  /** Names the copied value. */
  readonly label: string;
}

/** Copies `text` to the clipboard and reports the result (SPEC 8: copy failed). */
export function CopyButton({ text, label }: CopyButtonProps) {
  const t = useText('common');
  const tError = useLateText('errors');
  const copy = async () => {
    try {
      // Missing on plain HTTP; then the user copies by hand.
      await navigator.clipboard.writeText(text);
      showToast(t('copy.done'));
    } catch {
      showToast(tError?.('copy_failed') ?? t('state.failed'), 'problem');
    }
  };
  return <IconButton icon={IconCopy} label={label} onClick={() => void copy()} />;
}
