/** The public page that checks the result of a fast contract, signed in or not. */
import type { CheckProblem } from '../../../machines/app/micro/settlement-check.machine.ts';
import { useSettlementCheck } from '../../app/micro/use-settlement-check.ts';
import { useErrorText } from '../../i18n/use-error-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LanguageButton } from '../parts/language-button.tsx';
import { Notice } from '../parts/notice.tsx';
import { ThemeButton } from '../parts/theme-button.tsx';
import { useGoBack } from '../parts/use-go-back.ts';
import { VerifyReport } from './verify-report.tsx';
import { VerifySource } from './verify-source.tsx';

export function VerifyScreen() {
  const t = useText('micro');
  const goBack = useGoBack('/home');
  const { status, checked, problem, choose, retry } = useSettlementCheck();
  return (
    <Screen
      width="wide"
      header={
        <PageHeader
          title={t('verify.title')}
          onBack={goBack}
          actions={
            <>
              <ThemeButton />
              <LanguageButton />
            </>
          }
        />
      }
      className="flex flex-col gap-4 px-gutter pt-1 pb-8"
    >
      <p className="text-muted text-pretty">{t('verify.lead')}</p>
      <VerifySource onChoose={choose} />
      <div aria-live="polite" className="flex flex-col gap-4">
        {status === 'checking' && <p role="status">{t('verify.checking')}</p>}
        {problem !== null && <Problem problem={problem} onRetry={retry} />}
        {checked !== null && status === 'checked' && <VerifyReport checked={checked} />}
      </div>
    </Screen>
  );
}

interface ProblemProps {
  readonly problem: CheckProblem;
  readonly onRetry: () => void;
}

/** A file that is none, or an exchange that does not answer. */
function Problem({ problem, onRetry }: ProblemProps) {
  const t = useText('micro');
  const errorText = useErrorText();
  if (problem === 'unreadable' || problem === 'too_large')
    return (
      <Notice tone="warn">
        {t(problem === 'unreadable' ? 'verify.problem.unreadable' : 'verify.problem.tooLarge')}
      </Notice>
    );
  return (
    <Notice tone="warn">
      <p>{errorText(problem)}</p>
      <Button kind="secondary" size="small" className="mt-2" onClick={onRetry}>
        {t('verify.again')}
      </Button>
    </Notice>
  );
}
