/** A password field with a button that reveals the password. */
import { useState, type ComponentProps } from 'react';
import { useText } from '../i18n/use-text.ts';
import { IconButton } from './icon-button.tsx';
import { IconHide, IconShow } from './icons.ts';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

/** A password that the user can reveal while typing. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useText('common');
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          icon={isShown ? IconHide : IconShow}
          label={t(isShown ? 'field.hidePassword' : 'field.showPassword')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="text-muted"
        />
      }
    />
  );
}
