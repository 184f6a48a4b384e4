/** The hook of the verification form: fields, three photos and the final check. */
import { useState } from 'react';
import type { Verification } from '../../../contract/verification/verification.ts';
import {
  PHOTOS,
  VERIFICATION_RULES,
  type VerificationFields,
} from '../../../machines/app/verification/verification.rules.ts';
import { verificationForm } from './verification-form.ts';
import { useLapsedTickets } from '../core/hooks/use-lapsed-tickets.ts';
import { useSubmission, type SubmissionView } from '../core/hooks/use-submission.ts';
import { useUpload, type UploadView } from '../core/hooks/use-upload.ts';

export type Photo = (typeof PHOTOS)[number];

export interface VerificationFormView extends Omit<
  SubmissionView<VerificationFields, null, Verification>,
  'submit'
> {
  readonly photos: Readonly<Record<Photo, UploadView>>;
  /** Whether the complete form is shown for a final check before it is sent. */
  readonly isChecking: boolean;
  /** Shows the missing fields, or goes on to the check. */
  readonly check: () => void;
  /** Returns from the check to the form. */
  readonly change: () => void;
  readonly send: () => void;
}

/** The form of the real-name verification with its three photos. */
export function useVerificationForm(onSent: (sent: Verification) => void): VerificationFormView {
  const form = useSubmission(verificationForm, { onSuccess: onSent });
  const front = useUpload('real_name');
  const reverse = useUpload('real_name');
  const hand = useUpload('real_name');
  const photos = { front, reverse, hand };
  const [wantsCheck, setWantsCheck] = useState(false);
  useLapsedTickets(form.problems, [front, reverse, hand]);
  const { submit, ...view } = form;
  const tickets = {
    front: front.ticket ?? '',
    reverse: reverse.ticket ?? '',
    hand: hand.ticket ?? '',
  };
  return {
    ...view,
    photos,
    // A refusal or a removed photo leads back to the form.
    isChecking:
      wantsCheck &&
      form.problems.length === 0 &&
      PHOTOS.every((photo) => photos[photo].ticket !== null),
    check() {
      form.edit(tickets);
      const problems = VERIFICATION_RULES.problems({ ...form.fields, ...tickets }, null);
      setWantsCheck(problems.length === 0);
      // The form is incomplete: submitting shows the missing fields and sends nothing.
      if (problems.length > 0) submit(null);
    },
    change: () => setWantsCheck(false),
    send: () => submit(null),
  };
}
