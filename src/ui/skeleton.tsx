/** Gray placeholders of content that is loading. */
import { classNames } from './class-names.ts';

/**
 * A gray placeholder. Hidden from assistive technology, because the list announces that it is busy.
 */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span aria-hidden className={classNames('shimmer block [:where(&)]:rounded-tag', className)} />
  );
}

/** Placeholder rows of a loading list. `label` is read out once. */
export function SkeletonRows(props: { readonly label: string; readonly rows?: number }) {
  return (
    <output aria-label={props.label} className="flex flex-col">
      {Array.from({ length: props.rows ?? 6 }, (_, row) => (
        <div key={row} className="flex min-h-16 items-center gap-3 px-gutter">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-3 w-16" />
          </div>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </output>
  );
}
