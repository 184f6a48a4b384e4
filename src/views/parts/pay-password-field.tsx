/** The field of the transaction password, with a link to set it. */
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { PasswordField } from '../../ui/password-field.tsx';

interface PayPasswordFieldProps {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (typed: string) => void;
}

/** The transaction password, with a link to the page that sets it. */
export function PayPasswordField({ value, problem, onChange }: PayPasswordFieldProps) {
  const t = useText('parts');
  return (
    <PasswordField
      name="payPassword"
      label={t('field.payPassword')}
      // Browsers would otherwise fill in the login password.
      autoComplete="off"
      value={value}
      problem={problem}
      onChange={onChange}
      hint={
        <Link
          to="/change-pay-passwd"
          className="touch-target text-accent underline-offset-4 hover:underline"
        >
          {t('field.payPasswordSet')}
        </Link>
      }
    />
  );
}
