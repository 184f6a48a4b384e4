/** The header of a page: back button, title and actions. */
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { IconBack } from './icons.ts';
import { usePageTitle } from './use-page-title.ts';

interface PageHeaderProps {
  readonly title: string;
  /** Shows the back button. */
  readonly onBack?: () => void;
  readonly actions?: ReactNode;
}

/** Back button, title, actions. The title is the page's only `h1`. */
export function PageHeader({ title, onBack, actions }: PageHeaderProps) {
  const t = useText('common');
  usePageTitle(title);
  return (
    <header className="flex min-h-bar flex-wrap items-center gap-x-1 px-1.5">
      {onBack && <IconButton icon={IconBack} label={t('action.back')} onClick={onBack} />}
      <h1
        className={`min-w-0 flex-[1_1_6rem] text-lg leading-tight font-semibold wrap-break-word ${onBack ? '' : 'ps-2.5'}`}
      >
        {title}
      </h1>
      {actions !== undefined && <div className="ms-auto flex items-center gap-1">{actions}</div>}
    </header>
  );
}
