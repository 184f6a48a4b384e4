/** The types of translation keys, taken from the zh-CN files. */
import type common from '../../locales/zh-CN/common.json';
import type content from '../../locales/zh-CN/content.json';
import type errors from '../../locales/zh-CN/errors.json';
import type feedback from '../../locales/zh-CN/feedback.json';
import type fiat from '../../locales/zh-CN/fiat.json';
import type fiatMerchant from '../../locales/zh-CN/fiat-merchant.json';
import type home from '../../locales/zh-CN/home.json';
import type identity from '../../locales/zh-CN/identity.json';
import type identitySecurity from '../../locales/zh-CN/identity-security.json';
import type ieo from '../../locales/zh-CN/ieo.json';
import type lever from '../../locales/zh-CN/lever.json';
import type market from '../../locales/zh-CN/market.json';
import type micro from '../../locales/zh-CN/micro.json';
import type operator from '../../locales/zh-CN/operator.json';
import type parts from '../../locales/zh-CN/parts.json';
import type people from '../../locales/zh-CN/people.json';
import type spot from '../../locales/zh-CN/spot.json';
import type staking from '../../locales/zh-CN/staking.json';
import type verification from '../../locales/zh-CN/verification.json';
import type wallet from '../../locales/zh-CN/wallet.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      common: typeof common;
      content: typeof content;
      errors: typeof errors;
      feedback: typeof feedback;
      fiat: typeof fiat;
      'fiat-merchant': typeof fiatMerchant;
      home: typeof home;
      identity: typeof identity;
      'identity-security': typeof identitySecurity;
      ieo: typeof ieo;
      lever: typeof lever;
      market: typeof market;
      micro: typeof micro;
      operator: typeof operator;
      parts: typeof parts;
      people: typeof people;
      spot: typeof spot;
      staking: typeof staking;
      verification: typeof verification;
      wallet: typeof wallet;
    };
  }
}
