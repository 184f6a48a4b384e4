/** The round logo of a currency, with its first letters as the fallback. */
import { useState } from 'react';
import { classNames } from './class-names.ts';

interface CurrencyLogoProps {
  readonly code: string;
  /** Path of a round picture; the first letters replace it when it does not load. */
  readonly src: string;
  readonly size?: 'regular' | 'small';
}

/** Round picture of a currency. Decorative: its code is next to it. */
export function CurrencyLogo({ code, src, size = 'regular' }: CurrencyLogoProps) {
  const [failedSrc, setFailedSrc] = useState('');
  const frame = classNames('shrink-0', size === 'small' ? 'size-4' : 'size-9');
  if (src === '' || src === failedSrc) {
    return (
      <span
        aria-hidden
        className={classNames(
          frame,
          'grid place-items-center rounded-full bg-tint text-2xs font-semibold text-muted',
        )}
      >
        {code.slice(0, 3)}
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      width={36}
      height={36}
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
      className={frame}
    />
  );
}
