/** The checkbox of the user agreement, with its text. */
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { AgreementSheet } from './agreement-sheet.tsx';

interface AgreementFieldProps {
  readonly isAccepted: boolean;
  readonly problem: string | undefined;
  readonly onChange: (isAccepted: boolean) => void;
}

/** The checkbox, and a link to its text. */
export function AgreementField({ isAccepted, problem, onChange }: AgreementFieldProps) {
  const t = useText('identity');
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Checkbox name="hasAccepted" checked={isAccepted} onChange={onChange} problem={problem}>
        {t('agreement.checkbox')}
      </Checkbox>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="ms-9 min-h-11 text-start wrap-anywhere text-sm font-semibold text-accent underline-offset-4 hover:underline"
      >
        {t('agreement.read')}
      </button>
      <AgreementSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onAccept={() => {
          onChange(true);
          setOpen(false);
        }}
      />
    </div>
  );
}
