/** The panel that shows the key of a new authenticator and asks for its first code. */
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { FormProblem } from '../../../views/parts/form-problem.tsx';
import { useProblemText } from '../../../views/parts/use-problem-text.ts';
import { OPERATOR_BINDING_FORM } from '../../forms/operator-sign-in-form.ts';
import { useOperatorForm } from '../../hooks/use-operator-form.ts';

interface BindingPanelProps {
  readonly account: string;
  readonly password: string;
}

/** Shows the key of a new authenticator; a sign-in with a code of it binds it. */
export function BindingPanel({ account, password }: BindingPanelProps) {
  const t = useText('operator');
  const form = useOperatorForm(OPERATOR_BINDING_FORM, { initial: { account, password } });
  const problemText = useProblemText(form.problems);
  const ask = () => {
    form.edit({ account, password });
    form.submit();
  };
  return (
    <section
      aria-label={t('binding.title')}
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <p className="font-semibold">{t('binding.title')}</p>
      <p className="text-sm text-muted">{t('binding.hint')}</p>
      {form.answer === null ? (
        <Button kind="secondary" pending={form.isBusy} onClick={ask}>
          {t('binding.showKey')}
        </Button>
      ) : (
        <>
          <QrCode text={form.answer.otpauth_uri} label={t('binding.qr')} />
          <p className="flex items-center gap-1">
            <code className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
              {form.answer.secret}
            </code>
            <CopyButton text={form.answer.secret} label={t('binding.copyKey')} />
          </p>
        </>
      )}
      <FormProblem
        problem={problemText(null) ?? problemText('account') ?? problemText('password')}
      />
    </section>
  );
}
