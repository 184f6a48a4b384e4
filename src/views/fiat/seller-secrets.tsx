/** The secrets that a seller gives before their coins are frozen. */
import { LIMITS } from '../../../contract/limits.ts';
import type { FiatOrderFormView } from '../../app/fiat/use-fiat-order-form.ts';
import { useSecurity } from '../../app/identity/use-security.ts';
import { useText } from '../../i18n/use-text.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { PayPasswordField } from '../parts/pay-password-field.tsx';
import { usePersonProblem } from '../parts/use-person-problem.ts';

/** Transaction password, and the code of an authenticator if there is one. */
export function SellerSecrets({ form }: { readonly form: FiatOrderFormView }) {
  const t = useText('parts');
  const security = useSecurity();
  const textOf = usePersonProblem(form.problems);
  const isCodeNeeded =
    security.data?.is_google_bound === true || textOf('googleCode') !== undefined;
  return (
    <>
      <PayPasswordField
        value={form.fields.payPassword}
        problem={textOf('payPassword')}
        onChange={(payPassword) => form.edit({ payPassword })}
      />
      {isCodeNeeded && (
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
