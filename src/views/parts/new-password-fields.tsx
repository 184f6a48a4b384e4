/** The fields of a new password with its rules. */
import {
  PASSWORD_LENGTHS,
  passwordRules,
  type PasswordProfile,
  type PasswordRule,
} from '../../../contract/identity/password-policy.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconChosen } from '../../ui/icons.ts';
import { PasswordField } from '../../ui/password-field.tsx';

interface NewPasswordFieldsProps {
  readonly password: string;
  readonly passwordRepeated: string;
  /** The rules for passwords; null while unknown. */
  readonly profile: PasswordProfile | null;
  readonly onChange: (change: {
    readonly password?: string;
    readonly passwordRepeated?: string;
  }) => void;
  readonly passwordProblem: string | undefined;
  readonly repeatedProblem: string | undefined;
}

/** UTF-16 units of a text field, because one code point may take two. */
const INPUT_LENGTH_MAX = 2 * PASSWORD_LENGTHS.strict.max;

/** A new password with its rules, checked during typing, and its repetition. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { password, passwordRepeated, profile, onChange, passwordProblem, repeatedProblem } = props;
  const t = useText('identity');
  const maxLength = profile === 'spec' ? PASSWORD_LENGTHS.spec.max : INPUT_LENGTH_MAX;
  return (
    <>
      <div className="flex flex-col gap-2">
        <PasswordField
          name="password"
          label={t('password.new')}
          autoComplete="new-password"
          maxLength={maxLength}
          value={password}
          onChange={(text) => onChange({ password: text })}
          problem={passwordProblem}
        />
        {profile !== null && <PasswordRules password={password} profile={profile} />}
      </div>
      <PasswordField
        name="passwordRepeated"
        label={t('password.repeat')}
        autoComplete="new-password"
        maxLength={maxLength}
        value={passwordRepeated}
        onChange={(text) => onChange({ passwordRepeated: text })}
        problem={repeatedProblem}
      />
    </>
  );
}

const RULE_TEXTS = {
  length: 'password.ruleLength',
  letter: 'password.ruleLetter',
  digit: 'password.ruleDigit',
  only: 'password.ruleOnly',
} as const satisfies Record<PasswordRule, string>;

/** The rules of the profile, one by one; the form machine and the server decide. */
function PasswordRules(props: { readonly password: string; readonly profile: PasswordProfile }) {
  const { password, profile } = props;
  const t = useText('identity');
  const rules = passwordRules(password, profile).map(({ rule, isMet }) => ({
    name: t(RULE_TEXTS[rule], PASSWORD_LENGTHS[profile]),
    isMet,
  }));
  return (
    <div className="text-sm">
      {profile === 'strict' && <p className="pb-1 text-muted">{t('password.phraseHint')}</p>}
      <ul aria-label={t('password.rules')} className="flex flex-wrap gap-x-4 gap-y-1">
        {rules.map(({ name, isMet }) => (
          <li
            key={name}
            className={`flex items-center gap-1.5 ${isMet ? 'text-up' : 'text-faint'}`}
          >
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
    </div>
  );
}
