/** The field of the six authenticator digits. */
import { LIMITS } from '../../../../contract/limits.ts';
import { useText } from '../../../i18n/use-text.ts';
import { CodeField } from '../../../ui/code-field.tsx';

interface GoogleCodeFieldProps {
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (code: string) => void;
}

/** The six digits of the authenticator. */
export function GoogleCodeField({ value, problem, onChange }: GoogleCodeFieldProps) {
  const t = useText('identity-security');
  return (
    <CodeField
      name="googleCode"
      label={t('field.googleCode')}
      length={LIMITS.verification_code_digits}
      value={value}
      problem={problem}
      onChange={onChange}
    />
  );
}
