/** A long address or hash with a copy button. */
import { CopyButton } from '../../../ui/copy-button.tsx';

interface CopiedTextProps {
  readonly text: string;
  /** Names the copied value. */
  readonly label: string;
}

/** A long text of a chain in full, with a button that copies it. */
export function CopiedText({ text, label }: CopiedTextProps) {
  return (
    <>
      <span translate="no" className="min-w-0 text-sm wrap-anywhere">
        {text}
      </span>
      <CopyButton text={text} label={label} />
    </>
  );
}
