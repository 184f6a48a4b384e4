/** The head of a wallet record: amount, state and hint. */
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

interface RecordHeadProps {
  /** Amount with sign and currency. */
  readonly amount: ReactNode;
  readonly tone: BadgeTone;
  readonly state: string;
  /** Explains the state and the next step. */
  readonly hint: string;
  readonly children?: ReactNode;
}

/** Amount and state of a record; a change of the state is announced. */
export function RecordHead({ amount, tone, state, hint, children }: RecordHeadProps) {
  return (
    <div className="flex flex-col gap-2 pb-3">
      <p className="figures text-2xl font-semibold wrap-anywhere">{amount}</p>
      <div role="status" className="flex flex-col items-start gap-1.5">
        <span data-testid="record-state">
          <Badge tone={tone}>{state}</Badge>
        </span>
        <p className="text-sm text-muted">{hint}</p>
      </div>
      {children}
    </div>
  );
}
