/** The small figures of a card, in columns as wide as the screen allows. */
import { ExplainedName } from './explained-name.tsx';

interface CardFigure {
  readonly name: string;
  readonly value: string;
  /** Its formula in words; left out for a figure that is not computed. */
  readonly rule?: string;
  /** The computation with its inputs; null for none. */
  readonly sum?: string | null;
}

interface CardFiguresProps {
  readonly figures: readonly CardFigure[];
}

export function CardFigures({ figures }: CardFiguresProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-xs @max-[18rem]:grid-cols-1 md:grid-cols-3 xl:grid-cols-5">
      {figures.map(({ name, value, rule, sum }) => (
        <div key={name} className="min-w-0">
          <dt className="text-faint">
            {rule === undefined ? (
              name
            ) : (
              <ExplainedName
                formula={{
                  title: name,
                  rule,
                  lines: sum ? [`${sum} = ${value}`] : [],
                }}
              />
            )}
          </dt>
          <dd className="figures text-sm wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
