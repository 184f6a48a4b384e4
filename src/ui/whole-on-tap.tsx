/** A shortened figure that shows all digits on a tap. */
import { useId, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { classNames } from './class-names.ts';

interface WholeOnTapProps {
  /** The text before a tap. */
  readonly short: string;
  /** The text with every digit. */
  readonly whole: string;
  /** Classes of the short text, and of the long one while it fits. */
  readonly className?: string | undefined;
}

/**
 * A short figure, or a sentence with one; a tap shows every digit, if there are more. Screen
 * readers get all digits immediately. It does not fit into a link or a button.
 */
export function WholeOnTap({ short, whole, className }: WholeOnTapProps) {
  const t = useText('common');
  const [isWhole, setWhole] = useState(false);
  const wholeId = useId();
  if (short === whole) return <span className={className}>{short}</span>;
  return (
    <button
      type="button"
      aria-expanded={isWhole}
      aria-describedby={isWhole ? undefined : wholeId}
      onClick={() => setWhole(!isWhole)}
      className={classNames(
        'touch-target text-start underline decoration-dotted decoration-from-font underline-offset-4',
        isWhole ? 'figures whitespace-normal wrap-anywhere' : className,
      )}
    >
      {isWhole ? (
        whole
      ) : (
        <>
          {short}
          <span id={wholeId} hidden>
            {whole}
          </span>
        </>
      )}
      <span className="sr-only"> {t('figure.allDigits')}</span>
    </button>
  );
}
