/** Push notifications about savings, as the outbox stores them. */
import { z } from 'zod';
import type { Locale } from '../../../contract/languages.ts';
import type { OutboxDraft } from '../../kit/outbox/outbox-draft.ts';
import type { PushKind } from '../../kit/push/push-kind.ts';

const payload = z.object({ userId: z.int(), positionId: z.int() });

type StakingPush = z.infer<typeof payload>;

/** The end of a position. No amounts, because a locked screen may show it. A missing language does not compile. */
const STAKING_PUSH_TEXTS: Readonly<
  Record<Locale, { readonly title: string; readonly body: string }>
> = {
  'zh-CN': { title: 'Meridian 定期理财', body: '您的定期理财已到期，本金与收益已转入现货账户。' },
  'zh-HK': { title: 'Meridian 定期理財', body: '您的定期理財已到期，本金與收益已轉入現貨賬戶。' },
  'en-US': {
    title: 'Meridian savings',
    body: 'Your savings have expired. Principal and earnings are in your spot account.',
  },
  'ja-JP': {
    title: 'Meridian定期運用',
    body: '定期運用が満期になりました。元本と報酬は現物口座に移りました。',
  },
  'ko-KR': {
    title: 'Meridian 정기 예치',
    body: '정기 예치가 만기되었습니다. 원금과 보상이 현물 계정으로 이동했습니다.',
  },
  'th-TH': {
    title: 'ออมแบบมีกำหนดของ Meridian',
    body: 'การออมแบบมีกำหนดครบกำหนดแล้ว เงินต้นและผลตอบแทนอยู่ในบัญชีสปอต',
  },
  'vi-VN': {
    title: 'Tiết kiệm kỳ hạn Meridian',
    body: 'Khoản tiết kiệm kỳ hạn đã đáo hạn. Vốn gốc và lãi đã về tài khoản giao ngay.',
  },
  'de-DE': {
    title: 'Krypto-Sparen bei Meridian',
    body: 'Ihr Krypto-Sparen ist abgelaufen. Anlagebetrag und Ertrag sind auf Ihrem Spot-Konto.',
  },
  'fr-FR': {
    title: 'Épargne crypto Meridian',
    body: 'Votre épargne crypto est arrivée à échéance. Capital et gains sont sur votre compte spot.',
  },
  'es-ES': {
    title: 'Ahorro cripto de Meridian',
    body: 'Tu ahorro cripto ha vencido. El capital y los rendimientos están en tu cuenta spot.',
  },
};

export const STAKING_PUSH: PushKind<StakingPush> = {
  topic: 'savings_push',
  schema: payload,
  messageIn: ({ positionId }, locale) => ({
    ...STAKING_PUSH_TEXTS[locale],
    url: `/storage-currency-history?id=${positionId}`,
    tag: `savings-${positionId}`,
  }),
};

/** Returns the message that notifies the subscribed browsers of the user. */
export const stakingPush = (push: StakingPush) =>
  ({ topic: STAKING_PUSH.topic, payload: push }) satisfies OutboxDraft;
