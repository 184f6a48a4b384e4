/** A problem of a whole form, announced to screen readers. */
import { IconProblem } from '../../ui/icons.ts';

/** A refusal that belongs to no field; announced when it appears. */
export function FormProblem({ problem }: { readonly problem: string | undefined }) {
  return (
    <div role="alert">
      {problem !== undefined && (
        <p className="flex gap-2 rounded-control bg-down-soft p-3 text-sm text-down">
          <IconProblem aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  );
}
