/** The code that the exchange asks for after the right password. */
import { Suspense, useEffect, type FormEvent, type RefObject } from 'react';
import type { useSignInForm } from '../../app/identity/use-sign-in-form.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { FormProblem } from '../parts/form-problem.tsx';
import { PlainSignInCode } from './plain-sign-in-code.tsx';
import { useAccountProblem } from './use-account-problem.ts';

/** A reload would ask for the password again, so a plain field takes its place if its script does not load. */
const SignInCodeField = lazyPart(
  async () => (await import('./sign-in-code-field.tsx')).SignInCodeField,
  PlainSignInCode,
);

/** A code of the authenticator, or the code that was sent for a new device, and the way back to the password. */
export function SignInCode({ snapshot, send }: ReturnType<typeof useSignInForm>) {
  const t = useText('identity');
  const isBusy = snapshot.hasTag('busy');
  const isSending = snapshot.hasTag('sending');
  const problemText = useAccountProblem(snapshot.context.problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(isBusy);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ type: 'form.submit' });
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Suspense fallback={<Skeleton className="h-20" />}>
        <SignInCodeField
          {...snapshot.context}
          isSending={isSending}
          problem={problemText('code')}
          onChange={(code) => send({ type: 'fields.edit', fields: { code } })}
          onRequest={() => {
            send({ type: 'code.request', nowMs: Date.now() });
            noteAttempt();
          }}
        />
        <FocusOnField formRef={formRef} />
      </Suspense>
      <FormProblem problem={problemText(null)} />
      <Button type="submit" pending={isBusy && !isSending}>
        {t('login.submit')}
      </Button>
      <Button kind="quiet" disabled={isBusy} onClick={() => send({ type: 'form.back' })}>
        {t('login.back')}
      </Button>
    </form>
  );
}

/** Moves the focus once the field is shown: the code is all that is missing, and the password field that had it is gone. */
function FocusOnField({ formRef }: { readonly formRef: RefObject<HTMLFormElement | null> }) {
  useEffect(() => formRef.current?.querySelector('input')?.focus(), [formRef]);
  return null;
}
