import { LIMITS } from '../../../contract/limits.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconChosen } from '../../ui/icons.ts';
import { PasswordField } from '../../ui/password-field.tsx';

interface NewPasswordFieldsProps {
  readonly password: string;
  readonly passwordRepeated: string;
  readonly onChange: (change: {
    readonly password?: string;
    readonly passwordRepeated?: string;
  }) => void;
  readonly passwordProblem: string | undefined;
  readonly repeatedProblem: string | undefined;
}

/** A new password, its rules ticked off while it is typed, and its repetition. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { password, passwordRepeated, onChange, passwordProblem, repeatedProblem } = props;
  const t = useText('auth');
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField
          name="password"
          label={t('password.new')}
          autoComplete="new-password"
          maxLength={LIMITS.password_length_max}
          value={password}
          onChange={(text) => onChange({ password: text })}
          problem={passwordProblem}
        />
        <PasswordRules password={password} />
      </div>
      <PasswordField
        name="passwordRepeated"
        label={t('password.repeat')}
        autoComplete="new-password"
        maxLength={LIMITS.password_length_max}
        value={passwordRepeated}
        onChange={(text) => onChange({ passwordRepeated: text })}
        problem={repeatedProblem}
      />
    </>
  );
}

/** The rules of SPEC 5, each for itself; the form machine and the server decide. */
function PasswordRules({ password }: { readonly password: string }) {
  const t = useText('auth');
  const min = LIMITS.password_length_min;
  const max = LIMITS.password_length_max;
  const rules = [
    {
      name: t('password.ruleLength', { min, max }),
      isMet: password.length >= min && password.length <= max,
    },
    { name: t('password.ruleLetter'), isMet: /[A-Za-z]/.test(password) },
    { name: t('password.ruleDigit'), isMet: /\d/.test(password) },
    { name: t('password.ruleOnly'), isMet: /^[A-Za-z\d]+$/.test(password) },
  ];
  return (
    <ul aria-label={t('password.rules')} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {rules.map(({ name, isMet }) => (
        <li key={name} className={`flex items-center gap-1.5 ${isMet ? 'text-up' : 'text-faint'}`}>
          {isMet ? (
            <IconChosen aria-hidden className="size-4" />
          ) : (
            <span aria-hidden className="mx-1.25 size-1.5 rounded-full bg-current" />
          )}
          {name}
          {isMet && <span className="sr-only">{t('password.ruleMet')}</span>}
        </li>
      ))}
    </ul>
  );
}
