/** A button of 44 px that shows only an icon. */
import type { ComponentProps, ComponentType } from 'react';
import { classNames } from './class-names.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  /** Describes the action, because there is no other text. */
  readonly label: string;
}

/** A 44 px button that shows only an icon. */
export function IconButton({ icon: Icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-control text-ink',
        'transition-colors duration-150 enabled:hover:bg-tint disabled:opacity-40',
        className,
      )}
    >
      <Icon aria-hidden className="size-[1.375rem]" />
    </button>
  );
}
