/** The sheet that asks for the transaction password. */
import { useState, type FormEvent, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { useFocusFirstProblem } from '../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from './connected-button.tsx';
import { FormProblem } from './form-problem.tsx';
import { PayPasswordField } from './pay-password-field.tsx';

/** The part of a form that the sheet shows and changes. */
interface PayPasswordForm {
  readonly fields: { readonly payPassword: string };
  readonly isBusy: boolean;
  readonly edit: (fields: { readonly payPassword: string }) => void;
  readonly submit: (facts: null) => void;
}

interface PayPasswordSheetProps {
  readonly title: string;
  /** Explains the need for the transaction password. */
  readonly children: ReactNode;
  readonly form: PayPasswordForm;
  /** Returns the problem of a field; null: of the form as a whole. */
  readonly problemText: (field: 'payPassword' | null) => string | undefined;
  readonly submitText: string;
  readonly onClose: () => void;
}

/** Asks for the transaction password before an irreversible action. */
export function PayPasswordSheet(props: PayPasswordSheetProps) {
  const { title, children, form, problemText, submitText, onClose } = props;
  const t = useText('parts');
  const [isOpen, setOpen] = useState(true);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const close = () => {
    setOpen(false);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit(null);
    noteAttempt();
  };
  return (
    <Sheet isOpen={isOpen} onClose={close} title={title}>
      <form
        ref={formRef}
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-4 px-5 pt-1 pb-6"
      >
        {children}
        <PayPasswordField
          value={form.fields.payPassword}
          problem={problemText('payPassword')}
          onChange={(payPassword) => form.edit({ payPassword })}
        />
        <FormProblem problem={problemText(null)} />
        <ConnectedButton
          type="submit"
          kind="danger"
          pending={form.isBusy}
          noConnection={t('noConnection')}
          data-testid="confirm-by-password"
        >
          {submitText}
        </ConnectedButton>
      </form>
    </Sheet>
  );
}
