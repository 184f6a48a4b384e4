/** One row of a list of figures; a tap on its name shows the formula. */
import { DetailRow } from '../../ui/detail-list.tsx';
import { ExplainedName } from './explained-name.tsx';

interface ExplainedRowProps {
  readonly title: string;
  readonly value: string;
  /** The formula in words. */
  readonly rule: string;
  /** The computation with its inputs; left out for none. */
  readonly sum?: string;
}

export function ExplainedRow({ title, value, rule, sum }: ExplainedRowProps) {
  const lines = sum === undefined ? [] : [`${sum} = ${value}`];
  return (
    <DetailRow name={<ExplainedName formula={{ title, rule, lines }} />}>
      <span className="figures">{value}</span>
    </DetailRow>
  );
}
