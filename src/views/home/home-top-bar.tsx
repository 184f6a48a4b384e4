/** The top bar of the home screen: menu, logo and language. */
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Brand } from '../../ui/brand.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconMenu } from '../../ui/icons.ts';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { LanguageButton } from '../parts/language-button.tsx';

const SideMenu = lazyLayer(async () => (await import('./side-menu.tsx')).SideMenu);

/** Menu, logo and language. */
export function HomeTopBar() {
  const t = useText('home');
  usePageTitle(t('title'));
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <header className="grid min-h-bar grid-cols-[1fr_minmax(0,auto)_1fr] items-center px-2">
      <IconButton
        icon={IconMenu}
        label={t('menu.open')}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={() => setMenuOpen(true)}
      />
      <h1 className="md:[&_svg]:hidden">
        <Brand />
        <span className="sr-only">{t('title')}</span>
      </h1>
      <div className="justify-self-end">
        <LanguageButton />
      </div>
      <SideMenu isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} />
    </header>
  );
}
