/** An amount, replaced by dots while amounts are hidden. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';

interface SecretTextProps {
  readonly isHidden: boolean;
  readonly children: ReactNode;
}

/** An amount, or dots in its place while amounts are hidden. */
export function SecretText({ isHidden, children }: SecretTextProps) {
  const t = useText('wallet');
  if (!isHidden) return <>{children}</>;
  return (
    <>
      <span aria-hidden>••••••</span>
      <span className="sr-only">{t('overview.hidden')}</span>
    </>
  );
}
