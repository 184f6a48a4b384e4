/** The data that a user may read about themselves. */
import { matchLocale } from '../../../contract/languages.ts';
import type { Locale } from '../../../contract/languages.ts';
import type { UserInfo } from '../../../contract/identity/identity.ts';
import { spacedMobile } from './account-name.ts';
import type { AccountName } from './account-name.ts';
import type { User } from './users.repo.ts';

export const userInfoOf = (user: User): UserInfo => ({
  id: user.id,
  uid: user.uid,
  email: user.email,
  mobile: user.mobile === null ? null : spacedMobile(user.mobile),
  is_user_real: user.isUserReal,
  is_agent: user.isAgent,
});

/** The language of the user's last sign-in. */
export const localeOf = (user: User): Locale => matchLocale([user.locale]);

/** The account that notifications go to: the email address, otherwise the mobile number. */
export const contactOf = ({ email, mobile }: User): AccountName =>
  email === null ? { type: 'mobile', value: mobile ?? '' } : { type: 'email', value: email };
