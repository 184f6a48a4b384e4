/** The field that takes a settlement file: a tap opens the files, and a file can be dropped on it. */
import { useId, type ChangeEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';

interface VerifySourceProps {
  readonly onChoose: (file: File) => void;
}

export function VerifySource({ onChoose }: VerifySourceProps) {
  const t = useText('micro');
  const id = useId();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file) onChoose(file);
    // Cleared, so that the same file can be chosen again.
    event.target.value = '';
  };
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-muted">
        {t('verify.source.label')}
      </label>
      <div className="relative grid min-h-28 w-full place-items-center rounded-control border border-dashed border-edge bg-raised focus-within:outline-2 focus-within:outline-accent">
        <span className="p-4 text-center text-sm text-muted">{t('verify.source.hint')}</span>
        {/* The field covers the area, because a browser lets a file drop on the field itself. */}
        <input
          id={id}
          type="file"
          accept="application/json,.json"
          onChange={take}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </div>
    </div>
  );
}
