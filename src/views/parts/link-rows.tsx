/** A list of rows that lead to pages. */
import { LinkRow, type LinkRowProps } from './link-row.tsx';

interface LinkRowsProps {
  readonly label?: string;
  readonly rows: readonly LinkRowProps[];
}

/** A row for each page, on a surface. */
export function LinkRows({ label, rows }: LinkRowsProps) {
  return (
    <ul aria-label={label} className="overflow-hidden rounded-card bg-surface">
      {rows.map((row) => (
        <LinkRow key={row.to} {...row} />
      ))}
    </ul>
  );
}
