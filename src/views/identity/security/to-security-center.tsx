/** The link back to the security center. */
import type { MouseEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { buttonStyle } from '../../../ui/button-style.ts';
import { useGoBack } from '../../parts/use-go-back.ts';

const CENTER = '/secure-center';

/** Leads from a finished step to the security center, by going back if the user came from there. */
export function ToSecurityCenter() {
  const t = useText('identity-security');
  const { state } = useLocation() as { state: { readonly from?: string } | null };
  const goBack = useGoBack(CENTER);
  // If the center were in the history twice, its back button would seem to do nothing.
  const leave = (event: MouseEvent) => {
    if (state?.from !== CENTER) return;
    event.preventDefault();
    goBack();
  };
  return (
    <Link to={CENTER} replace onClick={leave} className={buttonStyle()}>
      {t('amend.toCenter')}
    </Link>
  );
}
