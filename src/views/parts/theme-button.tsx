/** The button that switches between the dark and the light theme. */
import { useTheme } from '../../app/core/hooks/use-preferences.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconDark, IconLight } from '../../ui/icons.ts';

/** Switches between dark and light. */
export function ThemeButton() {
  const t = useText('common');
  const [theme, toggle] = useTheme();
  return theme === 'dark' ? (
    <IconButton icon={IconLight} label={t('theme.toLight')} onClick={toggle} />
  ) : (
    <IconButton icon={IconDark} label={t('theme.toDark')} onClick={toggle} />
  );
}
