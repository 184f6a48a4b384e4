/** The sheet of the ten languages. */
import { LANGUAGES } from '../../../contract/languages.ts';
import { useLanguage } from '../../app/core/hooks/use-preferences.ts';
import { useText } from '../../i18n/use-text.ts';
import { Flag } from '../../ui/flag.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';

const OPTIONS = LANGUAGES.toSorted((a, b) => a.index - b.index);

/** All ten languages, each in its own name; the change needs no reload. */
export function LanguageSheet(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { isOpen, onClose } = props;
  const t = useText('common');
  const [current, choose] = useLanguage();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('language.choose')}>
      <div className="px-3 pb-4">
        <OptionList
          label={t('language.title')}
          value={current.locale}
          options={OPTIONS.map(({ locale, name, flag }) => ({
            value: locale,
            label: name,
            lang: locale,
            leading: <Flag code={flag} />,
          }))}
          onChoose={(locale) => {
            choose(locale);
            onClose();
          }}
        />
      </div>
    </Sheet>
  );
}
