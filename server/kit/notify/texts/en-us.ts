/** Notices in English. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsEnUs: NoticeTexts = {
  registerCode: {
    subject: 'Your Meridian sign-up code',
    body: 'Your Meridian sign-up code is {{code}}. It is valid for {{minutes}} minutes. Do not share it with anyone.',
  },
  passwordResetCode: {
    subject: 'Your Meridian password reset code',
    body: 'Your Meridian password reset code is {{code}}. It is valid for {{minutes}} minutes. Not you? Ignore this message, and do not share the code with anyone.',
  },
  accountExists: {
    subject: 'You already have a Meridian account',
    body: 'Someone tried to sign up for Meridian with this email address or mobile number, but it already has an account. If it was you, sign in or reset your password. If it wasn’t you, you don’t need to do anything.',
  },
  signInLocked: {
    subject: 'Meridian sign-in paused',
    body: 'There were too many failed attempts to sign in to your Meridian account, so sign-in is paused for a while. If it wasn’t you, set a new password with “Forgot password?”',
  },
  passwordChanged: {
    subject: 'Your Meridian login password was reset',
    body: 'The login password for your Meridian account was reset, and all devices were signed out. Withdrawals are on hold for 24 hours. If it wasn’t you, reset your password again immediately and contact support.',
  },
  sessionRevoked: {
    subject: 'A device was signed out of Meridian',
    body: 'An old session of your Meridian account was used again, so we signed that device out. If you didn’t expect this, change your password.',
  },
  bindAddressCode: {
    subject: 'Your Meridian withdrawal address code',
    body: 'Your Meridian code for adding a withdrawal address is {{code}}. It is valid for {{minutes}} minutes. Not you? Change your password immediately, and do not share the code with anyone.',
  },
  secretsLocked: {
    subject: 'Some actions are paused on your Meridian account',
    body: 'Too many incorrect passwords or codes were entered in your Meridian account, so withdrawals, crypto releases, and security changes are paused for a while. If it wasn’t you, set a new password with “Forgot password?”, which signs out all devices.',
  },
  passwordAmended: {
    subject: 'Your Meridian login password was changed',
    body: 'The login password for your Meridian account was changed, and all other devices were signed out. Withdrawals are on hold for 24 hours. If it wasn’t you, reset your password immediately and contact support.',
  },
  payPasswordSet: {
    subject: 'Your Meridian transaction password was set',
    body: 'A transaction password was set for your Meridian account, and all other devices were signed out. If it wasn’t you, reset your login password immediately and contact support.',
  },
  payPasswordChanged: {
    subject: 'Your Meridian transaction password was changed',
    body: 'The transaction password for your Meridian account was changed, and all other devices were signed out. Withdrawals are on hold for 24 hours. If it wasn’t you, reset your login password immediately and contact support.',
  },
  googleBound: {
    subject: 'Authenticator app added to your Meridian account',
    body: 'An authenticator app was added to your Meridian account, and all other devices were signed out. If it wasn’t you, reset your password immediately and contact support.',
  },
  googleUnbound: {
    subject: 'Authenticator app removed from your Meridian account',
    body: 'The authenticator app was removed from your Meridian account, and all other devices were signed out. Withdrawals are on hold for 24 hours. If it wasn’t you, reset your password immediately and contact support.',
  },
  verificationCertified: {
    subject: 'Your Meridian identity verification is complete',
    body: 'Your Meridian identity verification is complete. You can now trade and withdraw.',
  },
  verificationFailed: {
    subject: 'We couldn’t verify your identity for Meridian',
    body: 'We couldn’t verify the documents you submitted to Meridian. Open Identity verification in the app to see the reason and resubmit.',
  },
  feedbackReplied: {
    subject: 'Meridian replied to your feedback',
    body: 'We replied to your Meridian feedback. Read the reply in the app under “My feedback.”',
  },
  depositCredited: {
    subject: 'Your Meridian deposit was credited',
    body: 'We credited your deposit of {{amount}} {{currency}} to your Meridian account. You can trade it now and withdraw it once it has enough network confirmations.',
  },
  withdrawalSent: {
    subject: 'Your Meridian withdrawal was sent',
    body: 'We sent your withdrawal of {{amount}} {{currency}} from Meridian. If it wasn’t you, contact support immediately.',
  },
  withdrawalRejected: {
    subject: 'Your Meridian withdrawal couldn’t be completed',
    body: 'Your withdrawal of {{amount}} {{currency}} from Meridian couldn’t be completed. The amount is available again in your spot account. Open the withdrawal in your withdrawal history to see the reason and what to do next.',
  },
  savingsEnded: {
    subject: 'Your Meridian savings have expired',
    body: 'Your savings have expired. Principal and earnings, together {{amount}} {{currency}}, are in your spot account.',
  },
  marginLow: {
    subject: 'Your Meridian margin level is low',
    body: 'The margin level of your Meridian contract account fell to {{percent}}%. At 50%, all your positions are liquidated. Transfer funds in or close positions in the app.',
  },
  stoppedOut: {
    subject: 'Your Meridian contract positions were liquidated',
    body: 'The margin level of your Meridian contract account fell to 50%, so your positions were liquidated at the mark price, and your pending orders were canceled. Positions in markets without a price stay open. Open your contract history in the app to see the price and the calculation.',
  },
  deleveraged: {
    subject: 'Your Meridian contract positions were closed',
    body: 'The exchange closed contract positions of your Meridian account at the mark price, with their profit, to secure all payouts. Open your contract history in the app to see the price and the calculation.',
  },
  contractEnds: {
    subject: 'A Meridian contract will end',
    body: 'The contract {{contract}} ends on {{time}}. Open positions are then closed at the mark price, and pending orders are canceled. You can close your positions in the app before that.',
  },
  signInCode: {
    subject: 'Your Meridian sign-in code',
    body: 'Your code for signing in to Meridian on a new device is {{code}}. It is valid for {{minutes}} minutes. Not you? Then someone knows your password: reset it immediately, and do not share the code with anyone.',
  },
  newDevice: {
    subject: 'A new device signed in to Meridian',
    body: 'A new device signed in to your Meridian account on {{time}} from the IP address {{address}}. If it wasn’t you, reset your password immediately, which signs out all devices.',
  },
  devicesSignedOut: {
    subject: 'Other devices were signed out of Meridian',
    body: 'All other devices were signed out of your Meridian account. If it wasn’t you, reset your password immediately.',
  },
  addressBound: {
    subject: 'Withdrawal address added to Meridian',
    body: 'A withdrawal address for {{currency}} was added to your Meridian account: {{address}}. If it wasn’t you, reset your password immediately and contact support.',
  },
  withdrawalRequested: {
    subject: 'Withdrawal requested from Meridian',
    body: 'A withdrawal of {{amount}} {{currency}} to {{address}} was requested from your Meridian account. If it wasn’t you, reset your password immediately and contact support.',
  },
  coinsOffered: {
    subject: 'Your crypto was offered for sale on Meridian',
    body: '{{amount}} {{currency}} of your Meridian account were offered for sale in P2P trading. If it wasn’t you, reset your password immediately and contact support.',
  },
  paymentDeclared: {
    subject: 'A buyer marked a payment as sent on Meridian',
    body: 'The buyer in your P2P order for {{amount}} {{currency}} marked the payment as sent. Before you release, check that the money has arrived in your own account. If it hasn’t, file an appeal in the app.',
  },
  accountHeld: {
    subject: 'You have put your Meridian account on hold',
    body: 'Your Meridian account is on hold: all devices were signed out, and your open orders are being canceled. To use your account again, set a new password with “Forgot password?”',
  },
  hold: 'If it wasn’t you, put your whole account on hold:',
  footer:
    'This message was sent automatically. Meridian will never ask for your password or codes.',
};
