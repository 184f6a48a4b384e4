/** The small figures of a card, in columns as wide as the screen allows. */
interface CardFiguresProps {
  readonly figures: readonly { readonly name: string; readonly value: string }[];
}

export function CardFigures({ figures }: CardFiguresProps) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-xs @max-[18rem]:grid-cols-1 md:grid-cols-3 xl:grid-cols-5">
      {figures.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-faint">{name}</dt>
          <dd className="figures text-sm wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
