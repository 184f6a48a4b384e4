/** The published hashes of an allocation, and its check in this browser. */
import type { OfferingDetail } from '../../../contract/ieo/ieo.ts';
import { useAllocationCheck } from '../../app/ieo/use-allocation-check.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DetailList, DetailRow } from '../../ui/detail-list.tsx';
import { Panel } from '../parts/panel.tsx';
import { FormProblem } from '../parts/form-problem.tsx';
import { useProblemText } from '../parts/use-problem-text.ts';

interface ProofPanelProps {
  readonly offeringId: string;
  readonly proof: NonNullable<OfferingDetail['proof']>;
  /** Name of the user's subscription in the lists; null without one. */
  readonly ownEntry: string | null;
}

export function ProofPanel({ offeringId, proof, ownEntry }: ProofPanelProps) {
  const t = useText('ieo');
  const check = useAllocationCheck(offeringId, ownEntry);
  const { problem } = check;
  const textOf = useProblemText(problem === null ? [] : [{ field: null, error: problem }]);
  return (
    <Panel title={t('proof.title')}>
      <p className="text-sm text-muted text-pretty">{t('proof.intro')}</p>
      <DetailList>
        <Published name={t('proof.inputs')} sha256={proof.inputs_sha256} at={proof.inputs_at} />
        <Published name={t('proof.outputs')} sha256={proof.outputs_sha256} at={proof.outputs_at} />
      </DetailList>
      <div className="flex flex-col gap-3 pt-3">
        <div role="status" className="empty:hidden" data-testid="allocation-check">
          {check.status === 'checking' && <p className="text-sm">{t('proof.checking')}</p>}
          <Verdict check={check} />
        </div>
        <FormProblem problem={textOf(null)} />
        <Button
          kind="secondary"
          pending={check.status === 'checking'}
          onClick={check.begin}
          data-testid="check-allocation"
        >
          {t('proof.check')}
        </Button>
      </div>
    </Panel>
  );
}

interface PublishedProps {
  readonly name: string;
  /** Null: not yet. */
  readonly sha256: string | null;
  readonly at: number | null;
}

function Published({ name, sha256, at }: PublishedProps) {
  const t = useText('ieo');
  const format = useFormat();
  if (sha256 === null) return <DetailRow name={name}>{t('proof.waiting')}</DetailRow>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-1 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="col-start-1 font-mono text-xs break-all">{sha256}</dd>
      {at !== null && <dd className="col-start-1 text-xs text-muted">{format.dateTime(at)}</dd>}
      <dd className="col-start-2 row-span-3 row-start-1">
        <CopyButton text={sha256} label={name} />
      </dd>
    </div>
  );
}

function Verdict({ check }: { readonly check: ReturnType<typeof useAllocationCheck> }) {
  const t = useText('ieo');
  const { verdict } = check;
  if (verdict === null) return null;
  const { faults, count, isAllocated, isOwnListed } = verdict;
  if (faults.length > 0)
    return (
      <div className="flex flex-col gap-1 text-sm text-down">
        <p className="font-semibold">{t('proof.wrong')}</p>
        <ul className="list-disc ps-5">
          {faults.map((fault) => (
            <li key={fault}>{t(`fault.${fault}`)}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <div className="flex flex-col gap-1 text-sm text-up">
      <p>{isAllocated ? t('proof.right', { count }) : t('proof.inputsRight')}</p>
      {isOwnListed === true && <p>{t('proof.own')}</p>}
    </div>
  );
}
