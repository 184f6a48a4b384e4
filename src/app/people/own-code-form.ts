/** The form that sends a verification code to the user's own account. */
import {
  OWN_CODE_RULES,
  type OwnCodeFields,
} from '../../../machines/app/identity/own-code.rules.ts';
import type { SubmissionForm } from '../core/forms/submission-form.ts';

/** The code that binds a withdrawal address. */
export const ownCodeForm: SubmissionForm<'sendOwnCode', OwnCodeFields, null> = {
  name: 'sendOwnCode',
  rules: OWN_CODE_RULES,
  request: ({ channel }) => ({
    scene: 'bind_address',
    channel: channel === 'mobile' ? 'mobile' : 'email',
  }),
};
