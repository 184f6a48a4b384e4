/** The fields of the secrets that a seller gives, and their problems. */
import type { ReactNode } from 'react';
import { LIMITS } from '../../../contract/limits.ts';
import type { Problem } from '../../../machines/app/core/problem.ts';
import type { SellerSecretFields } from '../../../machines/app/fiat/seller-secrets.rules.ts';
import { useText } from '../../i18n/use-text.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { PayPasswordField } from '../parts/pay-password-field.tsx';
import { usePersonProblem } from '../parts/use-person-problem.ts';

/** The part of a seller's form that the fields show and change. */
export interface SellerSecretsForm {
  readonly fields: SellerSecretFields;
  readonly problems: readonly Problem<string>[];
  readonly edit: (fields: Partial<SellerSecretFields>) => void;
}

interface SellerSecretsProps {
  readonly form: SellerSecretsForm;
  /** Whether the seller has an authenticator; null while that is unknown. */
  readonly isCodeNeeded: boolean | null;
  /** Takes the place of the fields until then. */
  readonly placeholder: ReactNode;
}

/** Transaction password, and the code of an authenticator if there is one. */
export function SellerSecrets({ form, isCodeNeeded, placeholder }: SellerSecretsProps) {
  const t = useText('parts');
  const textOf = usePersonProblem(form.problems);
  if (isCodeNeeded === null) return placeholder;
  return (
    <>
      <PayPasswordField
        value={form.fields.payPassword}
        problem={textOf('payPassword')}
        onChange={(payPassword) => form.edit({ payPassword })}
      />
      {(isCodeNeeded || textOf('googleCode') !== undefined) && (
        <CodeField
          name="google-code"
          label={t('field.googleCode')}
          length={LIMITS.verification_code_digits}
          value={form.fields.googleCode}
          onChange={(googleCode) => form.edit({ googleCode })}
          problem={textOf('googleCode')}
        />
      )}
    </>
  );
}
