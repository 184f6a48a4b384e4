/** The logo, with or without the name. */
import { classNames } from './class-names.ts';

/** The globe with its prime meridian. */
export function BrandMark({ className }: { readonly className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" fill="none" className={classNames('size-8', className)}>
      <circle cx="16" cy="16" r="13" stroke="currentColor" strokeOpacity="0.45" strokeWidth="1.5" />
      <ellipse
        cx="16"
        cy="16"
        rx="10"
        ry="13"
        stroke="currentColor"
        strokeOpacity="0.45"
        strokeWidth="1.5"
      />
      <path d="M16 1v30" stroke="var(--accent)" strokeWidth="2.5" strokeLinecap="round" />
      <path
        d="M8.5 21.5 13 13l3 5.5L19 13l4.5 8.5"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** Mark and name. The name is the same in every language. */
export function Brand({ className }: { readonly className?: string }) {
  return (
    <span translate="no" className={classNames('flex min-w-0 items-center gap-2', className)}>
      <BrandMark className="shrink-0" />
      <span className="truncate @max-[16rem]:sr-only text-lg font-semibold tracking-[0.01em]">
        Meridian
      </span>
    </span>
  );
}
