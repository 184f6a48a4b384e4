/** The sheet that asks for the secrets of the merchant before a sell ad resumes. */
import type { FormEvent } from 'react';
import type { OwnFiatAd } from '../../../../contract/fiat/fiat-market.ts';
import { useAdResuming } from '../../../app/fiat/use-ad-resuming.ts';
import { useSecurity } from '../../../app/identity/use-security.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useFocusFirstProblem } from '../../../ui/use-focus-first-problem.ts';
import { ConnectedButton } from '../../parts/connected-button.tsx';
import { FormProblem } from '../../parts/form-problem.tsx';
import { Notice } from '../../parts/notice.tsx';
import { SellerProof } from '../seller-proof.tsx';
import { needsConsent } from './ad-resume-dialog.tsx';
import { useDeviationWords } from './deviation-words.ts';
import { useMerchantProblem } from './use-merchant-problem.ts';

interface AdResumeSheetProps {
  /** The present state of the ad; null: closed. */
  readonly ad: OwnFiatAd | null;
  readonly onClose: () => void;
  /** Called when the ad has changed, so that the caller reloads it. */
  readonly onChanged: () => void;
}

/** Offers the coins of a suspended ad again, with a note on a price far from the market. */
export function AdResumeSheet(props: AdResumeSheetProps) {
  const { ad, onClose } = props;
  const t = useText('fiat-merchant');
  const title = ad !== null && needsConsent(ad) ? 'resume.title' : 'resume.titleOfSale';
  return (
    <Sheet isOpen={ad !== null} onClose={onClose} title={t(title)}>
      {ad !== null && <ResumeForm key={ad.id} {...props} ad={ad} />}
    </Sheet>
  );
}

function ResumeForm({ ad, onClose, onChanged }: AdResumeSheetProps & { readonly ad: OwnFiatAd }) {
  const t = useText('fiat-merchant');
  const deviationWords = useDeviationWords();
  const security = useSecurity();
  const form = useAdResuming(ad, {
    onResumed() {
      showToast(t('done.resume'), 'success');
      onChanged();
      onClose();
    },
    onOutdated: onChanged,
  });
  const textOf = useMerchantProblem(form.problems);
  const { formRef, noteAttempt } = useFocusFirstProblem(form.isBusy);
  const consent = needsConsent(ad) ? (ad.deviation_percent ?? '') : '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit(consent, security.data?.is_google_bound === true);
    noteAttempt();
  };
  return (
    <form ref={formRef} noValidate onSubmit={submit} className="flex flex-col gap-4 px-5 pt-1 pb-6">
      {consent !== '' && <Notice tone="warn">{deviationWords(ad.side, consent)}</Notice>}
      <SellerProof form={form} />
      <FormProblem problem={textOf(null)} />
      <ConnectedButton
        type="submit"
        pending={form.isBusy}
        noConnection={t('noConnection')}
        data-testid="resume-ad"
      >
        {t(consent === '' ? 'action.resume' : 'resume.submit')}
      </ConnectedButton>
    </form>
  );
}
