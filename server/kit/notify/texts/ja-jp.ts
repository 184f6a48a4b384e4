/** Notices in Japanese. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsJaJp: NoticeTexts = {
  registerCode: {
    subject: 'Meridian 登録用認証コード',
    body: 'Meridian の登録用認証コードは {{code}} です。有効期限は {{minutes}} 分です。誰にも教えないでください。',
  },
  passwordResetCode: {
    subject: 'Meridian パスワード再設定用認証コード',
    body: 'Meridian のパスワード再設定用認証コードは {{code}} です。有効期限は {{minutes}} 分です。お心当たりがない場合は、このメッセージを無視し、コードを誰にも教えないでください。',
  },
  accountExists: {
    subject: 'Meridian のアカウントはすでに登録されています',
    body: 'このアドレスまたは番号で Meridian への登録が試みられましたが、すでにアカウントが存在します。ご本人の場合は、ログインするかパスワードを再設定してください。お心当たりがない場合は、何もする必要はありません。',
  },
  signInLocked: {
    subject: 'Meridian のログインを一時停止しました',
    body: 'Meridian アカウントへのログイン失敗が続いたため、ログインをしばらく停止しました。お心当たりがない場合は、「パスワードをお忘れの方」から新しいパスワードを設定してください。',
  },
  passwordChanged: {
    subject: 'Meridian のパスワードが変更されました',
    body: 'Meridian アカウントのパスワードが変更され、すべての端末からログアウトしました。お心当たりがない場合は、ただちにパスワードを再設定し、サポートにご連絡ください。',
  },
  sessionRevoked: {
    subject: 'Meridian の端末をログアウトしました',
    body: 'Meridian アカウントの古いログイン情報が再び使用されたため、その端末をログアウトしました。お心当たりがない場合は、パスワードを変更してください。',
  },
  bindAddressCode: {
    subject: 'Meridian 出金アドレス登録用認証コード',
    body: 'Meridian の出金アドレス登録用認証コードは {{code}} です。有効期限は {{minutes}} 分です。アドレスを登録していない場合は、ただちにパスワードを変更し、コードを誰にも教えないでください。',
  },
  secretsLocked: {
    subject: 'Meridian のセキュリティ確認を一時停止しました',
    body: 'ログイン中の Meridian アカウントでパスワードまたはコードの誤入力が続いたため、出金とセキュリティ設定の変更をしばらく停止しました。お心当たりがない場合は、パスワードを変更し、他のすべての端末をログアウトしてください。',
  },
  passwordAmended: {
    subject: 'Meridian のパスワードが変更されました',
    body: 'Meridian アカウントのログインパスワードが変更され、他のすべての端末からログアウトしました。出金は 24 時間停止されます。お心当たりがない場合は、ただちにパスワードを再設定し、サポートにご連絡ください。',
  },
  payPasswordSet: {
    subject: 'Meridian の取引パスワードが設定されました',
    body: 'Meridian アカウントの取引パスワードが設定され、他のすべての端末からログアウトしました。お心当たりがない場合は、ただちにパスワードを再設定し、サポートにご連絡ください。',
  },
  payPasswordChanged: {
    subject: 'Meridian の取引パスワードが変更されました',
    body: 'Meridian アカウントの取引パスワードが変更され、他のすべての端末からログアウトしました。出金は 24 時間停止されます。お心当たりがない場合は、ただちにパスワードを再設定し、サポートにご連絡ください。',
  },
  googleBound: {
    subject: 'Google 認証システムを Meridian に連携しました',
    body: 'Meridian アカウントに Google 認証システムが連携され、他のすべての端末からログアウトしました。お心当たりがない場合は、ただちにパスワードを再設定し、サポートにご連絡ください。',
  },
  googleUnbound: {
    subject: 'Google 認証システムの Meridian との連携を解除しました',
    body: 'Meridian アカウントの Google 認証システムの連携が解除され、他のすべての端末からログアウトしました。出金は 24 時間停止されます。お心当たりがない場合は、ただちにパスワードを再設定し、サポートにご連絡ください。',
  },
  verificationCertified: {
    subject: 'Meridian の本人確認が完了しました',
    body: 'Meridian の本人確認が完了しました。取引と出金をご利用いただけます。',
  },
  verificationFailed: {
    subject: 'Meridian の本人確認ができませんでした',
    body: 'Meridian にご提出いただいた書類を確認できませんでした。アプリの本人確認で理由をご覧のうえ、再度ご提出ください。',
  },
  feedbackReplied: {
    subject: 'Meridian へのお問い合わせに回答しました',
    body: 'Meridian へのお問い合わせに回答がありました。アプリの「ご意見・ご要望」でご確認ください。',
  },
  depositCredited: {
    subject: 'Meridian への入金が反映されました',
    body: '{{amount}} {{currency}} の入金が Meridian の口座に反映されました。すぐに取引できます。ネットワークで十分に承認されると出金できるようになります。',
  },
  withdrawalSent: {
    subject: 'Meridian からの出金が完了しました',
    body: 'Meridian からの {{amount}} {{currency}} の出金が完了しました。お心当たりがない場合は、すぐにサポートへご連絡ください。',
  },
  withdrawalRejected: {
    subject: 'Meridian からの出金は実行されませんでした',
    body: 'Meridian からの {{amount}} {{currency}} の出金は実行されませんでした。金額は口座で再びご利用いただけます。理由はアプリでご確認ください。',
  },
  footer:
    'このメッセージは Meridian から自動送信されています。Meridian がパスワードやコードをお尋ねすることはありません。',
};
