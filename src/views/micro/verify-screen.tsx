/** The public page that checks the result of a fast contract, signed in or not. */
import { useEffect, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { SettlementReport } from '../../../contract/figures/settlement-check.types.ts';
import { settlementText } from '../../../contract/micro/settlement-text.ts';
import type { SettlementFile } from '../../../contract/micro/settlement-file.ts';
import type { CheckProblem } from '../../../machines/app/micro/settlement-check.machine.ts';

import { useSettlementCheck } from '../../app/micro/use-settlement-check.ts';
import { useErrorText } from '../../i18n/use-error-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { fairnessPath } from './micro-address.ts';
import { PublicScreen } from './public-screen.tsx';
import { VerifyPaste } from './verify-paste.tsx';
import { VerifyReport } from './verify-report.tsx';
import { VerifySource } from './verify-source.tsx';

export function VerifyScreen() {
  const t = useText('micro');
  const [address] = useSearchParams();
  const check = useSettlementCheck(address.get('receipt'));
  const { status, checked, problem, retry } = check;
  return (
    <PublicScreen title={t('verify.title')}>
      <p className="text-muted text-pretty">
        {t('verify.lead')}{' '}
        <Link to={fairnessPath()} className="text-accent underline underline-offset-4">
          {t('fairness.title')}
        </Link>
      </p>
      <VerifySource onChoose={check.choose} />
      <VerifyPaste onPaste={check.paste} />
      <div aria-live="polite" className="flex flex-col gap-4">
        {status === 'checking' && <p role="status">{t('verify.checking')}</p>}
        {problem !== null && <Problem problem={problem} onRetry={retry} />}
        {checked !== null && status === 'checked' && (
          <>
            <VerifyReport checked={checked} />
            <SaveFile file={checked.file} />
            {isUnfinished(checked.report) && (
              <Button kind="secondary" onClick={retry}>
                {t('verify.again')}
              </Button>
            )}
          </>
        )}
      </div>
    </PublicScreen>
  );
}

/** A minute that is not signed yet can be there at the next attempt. */
const isUnfinished = ({ checks }: SettlementReport): boolean =>
  checks.some((check) => check.verdict === 'not_possible' && check.reason !== 'nothing_known');

/** Saves the file as it was checked, as evidence and for a check without the page. */
function SaveFile({ file }: { readonly file: SettlementFile }) {
  const t = useText('micro');
  const url = useMemo(
    () => URL.createObjectURL(new Blob([settlementText(file)], { type: 'application/json' })),
    [file],
  );
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <a href={url} download="settlement.json" className={buttonStyle('secondary')}>
      {t('verify.save')}
    </a>
  );
}

interface ProblemProps {
  readonly problem: CheckProblem;
  readonly onRetry: () => void;
}

/** A file that is none, an exchange that does not answer, or a page that is not complete. */
function Problem({ problem, onRetry }: ProblemProps) {
  const t = useText('micro');
  const errorText = useErrorText();
  if (problem === 'unreadable')
    return <Notice tone="warn">{t('verify.problem.unreadable')}</Notice>;
  if (problem === 'too_large') return <Notice tone="warn">{t('verify.problem.tooLarge')}</Notice>;
  if (problem === 'settlement_not_found' || problem === 'invalid_request')
    return <Notice tone="warn">{t('verify.problem.unknown')}</Notice>;
  return (
    <Notice tone="warn">
      <p>
        {problem === 'library_missing' ? t('verify.problem.libraryMissing') : errorText(problem)}
      </p>
      <Button kind="secondary" size="small" className="mt-2" onClick={onRetry}>
        {t('verify.again')}
      </Button>
    </Notice>
  );
}
