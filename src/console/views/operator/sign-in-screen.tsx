/** The sign-in screen of operators, with the binding of an authenticator. */
import { useState, type FormEvent } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Brand } from '../../../ui/brand.tsx';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { FormProblem } from '../../../views/parts/form-problem.tsx';
import { LanguageButton } from '../../../views/parts/language-button.tsx';
import { ThemeButton } from '../../../views/parts/theme-button.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { OPERATOR_SIGN_IN_FORM } from '../../forms/operator-sign-in-form.ts';
import { useOperatorForm } from '../../hooks/use-operator-form.ts';
import { useOperatorSession } from '../../hooks/use-operator-session.ts';
import { BindingPanel } from './binding-panel.tsx';

/**
 * Account, password and Google code; an operator without an authenticator binds one during the
 * sign-in.
 */
export function SignInScreen() {
  const t = useText('operator');
  const { absence, open } = useOperatorSession();
  const form = useOperatorForm(OPERATOR_SIGN_IN_FORM, {
    onSuccess: ({ token, name, account }) => open({ token, name, account }),
  });
  const { fields, problems, isBusy } = form;
  const problemText = useProblemText(problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(isBusy);
  const [isBinding, setBinding] = useState(false);
  const isRefusedForBinding = problems.some(({ error }) => error === 'operator_binding_required');
  const needsBinding = isBinding || isRefusedForBinding;
  if (needsBinding && !isBinding) setBinding(true);
  usePageTitle(t('signIn.title'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
    noteAttempt();
  };
  return (
    <Screen header={<SignInHeader />}>
      <div className="mx-auto w-full max-w-md px-5 pt-6 pb-10 sm:pt-14">
        <h1 className="text-[1.75rem] leading-tight font-semibold tracking-tight text-balance">
          {t('signIn.title')}
        </h1>
        <p className="mt-2 mb-7 text-muted text-pretty">
          {t(absence === 'ended' ? 'signIn.ended' : 'signIn.hint')}
        </p>
        <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-5">
          <TextField
            name="account"
            label={t('signIn.account')}
            autoComplete="username"
            inputMode="email"
            value={fields.account}
            onChange={(account) => form.edit({ account })}
            problem={problemText('account')}
          />
          <PasswordField
            name="password"
            label={t('signIn.password')}
            autoComplete="current-password"
            value={fields.password}
            onChange={(password) => form.edit({ password })}
            problem={problemText('password')}
          />
          {needsBinding && <BindingPanel account={fields.account} password={fields.password} />}
          <CodeField
            name="google_code"
            label={t('signIn.googleCode')}
            length={LIMITS.verification_code_digits}
            value={fields.googleCode}
            onChange={(googleCode) => form.edit({ googleCode })}
            problem={problemText('googleCode')}
          />
          {/* The panel above already asks the operator to bind an authenticator. */}
          <FormProblem problem={isRefusedForBinding ? undefined : problemText(null)} />
          <Button type="submit" pending={isBusy}>
            {t('signIn.submit')}
          </Button>
        </form>
      </div>
    </Screen>
  );
}

function SignInHeader() {
  return (
    // The header is as wide as the form below, so that their edges align.
    <header className="mx-auto flex min-h-bar w-full max-w-md items-center gap-1 ps-5 pe-3">
      <Brand />
      <span className="flex-1" />
      <ThemeButton />
      <LanguageButton />
    </header>
  );
}
