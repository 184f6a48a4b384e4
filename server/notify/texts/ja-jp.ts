/** Notices in Japanese. */
import type { NoticeTexts } from '../notices.ts';

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
  footer:
    'このメッセージは Meridian から自動送信されています。Meridian がパスワードやコードをお尋ねすることはありません。',
};
