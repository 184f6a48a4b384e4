/** A switch whose whole row is the target. */
import type { ReactNode } from 'react';

interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Name of the setting. */
  readonly children: ReactNode;
}

/** A setting that takes effect immediately; its whole row is the touch target. */
export function Switch({ checked, onChange, children }: SwitchProps) {
  return (
    <label className="flex min-h-12 w-full items-center justify-between gap-4">
      <span className="flex min-w-0 items-center gap-3.5">{children}</span>
      <span className="relative inline-block h-7 w-12 shrink-0">
        <input
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="peer absolute inset-0 appearance-none rounded-full border border-edge bg-sunken transition-colors duration-150 checked:border-accent checked:bg-accent"
        />
        <span className="pointer-events-none absolute start-1 top-1 size-5 rounded-full bg-muted transition-transform duration-150 ease-out-soft peer-checked:translate-x-5 peer-checked:bg-on-accent" />
      </span>
    </label>
  );
}
