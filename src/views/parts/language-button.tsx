/** The button that opens the language list. */
import { useState } from 'react';
import { useLanguage } from '../../app/core/hooks/use-preferences.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconLanguage } from '../../ui/icons.ts';
import { lazyLayer } from '../../ui/lazy-layer.tsx';

const LanguageSheet = lazyLayer(async () => (await import('./language-sheet.tsx')).LanguageSheet);

/** Shows the short key of the current language and opens the list of all. */
export function LanguageButton() {
  const t = useText('common');
  const [language] = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        data-testid="language-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5 text-sm font-semibold transition-colors duration-150 hover:bg-tint"
      >
        <IconLanguage aria-hidden className="size-5" />
        <span className="sr-only">{t('language.current', { name: language.name })}</span>
        {language.key}
      </button>
      <LanguageSheet isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
