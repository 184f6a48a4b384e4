/** A long address or hash with a copy button. */
import { CopyButton } from '../../../ui/copy-button.tsx';

interface CopiedTextProps {
  readonly text: string;
  /** Says what is copied. */
  readonly label: string;
}

/** A long text of a chain, all of it, with a button that copies it. */
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
