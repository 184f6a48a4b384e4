/** A shortened number of the user that shows in full on a tap. */
import { useState } from 'react';
import { maskedAccountNumber } from '../../../contract/people/payment-accounts.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconHide, IconShow } from '../../ui/icons.ts';

/** A private number of the user: its last characters, and all of it after a tap. */
export function PrivateNumber({ number }: { readonly number: string }) {
  const t = useText('parts');
  const [isWhole, setWhole] = useState(false);
  return (
    <span className="flex items-center justify-end gap-1">
      <bdi translate="no" className="figures min-w-0 wrap-anywhere">
        {isWhole ? number : maskedAccountNumber(number)}
      </bdi>
      <IconButton
        icon={isWhole ? IconHide : IconShow}
        label={t(isWhole ? 'collection.hideNumber' : 'collection.showNumber')}
        onClick={() => setWhole(!isWhole)}
      />
    </span>
  );
}
