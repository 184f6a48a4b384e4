/** Notices in Japanese. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsJaJp: NoticeTexts = {
  registerCode: {
    subject: 'Meridian登録用認証コード',
    body: 'Meridianの登録用認証コードは{{code}}です。有効期限は{{minutes}}分です。誰にも教えないでください。',
  },
  passwordResetCode: {
    subject: 'Meridianパスワード再設定用認証コード',
    body: 'Meridianのパスワード再設定用認証コードは{{code}}です。有効期限は{{minutes}}分です。お心当たりがない場合は、このメッセージを無視し、認証コードを誰にも教えないでください。',
  },
  accountExists: {
    subject: 'Meridianのアカウントはすでに登録されています',
    body: 'このメールアドレスまたは携帯電話番号でMeridianへの登録が試みられましたが、すでにアカウントが存在します。ご本人の場合は、ログインするかパスワードを再設定してください。お心当たりがない場合は、何もする必要はありません。',
  },
  signInLocked: {
    subject: 'Meridianのログインを一時停止しました',
    body: 'Meridianアカウントへのログイン失敗が続いたため、ログインをしばらく停止しました。お心当たりがない場合は、「パスワードをお忘れですか？」から新しいパスワードを設定してください。',
  },
  passwordChanged: {
    subject: 'Meridianのログインパスワードが再設定されました',
    body: 'Meridianアカウントのログインパスワードが再設定され、すべての端末からログアウトしました。出金は24時間、一時停止されます。お心当たりがない場合は、ただちにもう一度パスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  sessionRevoked: {
    subject: 'Meridianアカウントの端末をログアウトしました',
    body: 'Meridianアカウントで、有効期限の切れたログインが再び使用されたため、その端末をログアウトしました。お心当たりがない場合は、パスワードを変更してください。',
  },
  bindAddressCode: {
    subject: 'Meridian出金アドレス登録用認証コード',
    body: 'Meridianの出金アドレス登録用認証コードは{{code}}です。有効期限は{{minutes}}分です。お心当たりがない場合は、ただちにパスワードを変更し、認証コードを誰にも教えないでください。',
  },
  secretsLocked: {
    subject: 'Meridianの出金とセキュリティ設定の変更を一時停止しました',
    body: 'ログイン中のMeridianアカウントでパスワードまたは認証コードの誤入力が続いたため、出金、コインのリリース、セキュリティ設定の変更をしばらく停止しました。お心当たりがない場合は、「パスワードをお忘れですか？」から新しいパスワードを設定してください。すべての端末がログアウトされます。',
  },
  passwordAmended: {
    subject: 'Meridianのパスワードが変更されました',
    body: 'Meridianアカウントのログインパスワードが変更され、ほかのすべての端末からログアウトしました。出金は24時間、一時停止されます。お心当たりがない場合は、ただちにパスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  payPasswordSet: {
    subject: 'Meridianの取引パスワードが設定されました',
    body: 'Meridianアカウントの取引パスワードが設定され、ほかのすべての端末からログアウトしました。お心当たりがない場合は、ただちにログインパスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  payPasswordChanged: {
    subject: 'Meridianの取引パスワードが変更されました',
    body: 'Meridianアカウントの取引パスワードが変更され、ほかのすべての端末からログアウトしました。出金は24時間、一時停止されます。お心当たりがない場合は、ただちにログインパスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  googleBound: {
    subject: 'Meridianに認証アプリを登録しました',
    body: 'Meridianアカウントに認証アプリが登録され、ほかのすべての端末からログアウトしました。お心当たりがない場合は、ただちにパスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  googleUnbound: {
    subject: 'Meridianの認証アプリを解除しました',
    body: 'Meridianアカウントの認証アプリが解除され、ほかのすべての端末からログアウトしました。出金は24時間、一時停止されます。お心当たりがない場合は、ただちにパスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  verificationCertified: {
    subject: 'Meridianの本人確認が完了しました',
    body: 'Meridianの本人確認が完了しました。取引と出金をご利用いただけます。',
  },
  verificationFailed: {
    subject: 'Meridianの本人確認ができませんでした',
    body: 'Meridianにご提出いただいた書類を確認できませんでした。アプリの「本人確認」で理由をご確認のうえ、再度ご提出ください。',
  },
  feedbackReplied: {
    subject: 'Meridianへのお問い合わせに回答しました',
    body: 'Meridianへのお問い合わせに回答がありました。アプリの「お問い合わせ履歴」でご確認ください。',
  },
  depositCredited: {
    subject: 'Meridianへの入金が反映されました',
    body: '{{amount}} {{currency}}の入金がMeridianの口座に反映されました。すぐに取引できます。必要なブロック承認数に達すると出金できます。',
  },
  withdrawalSent: {
    subject: 'Meridianからの出金が完了しました',
    body: 'Meridianからの{{amount}} {{currency}}の出金が完了しました。お心当たりがない場合は、ただちにカスタマーサポートにご連絡ください。',
  },
  withdrawalRejected: {
    subject: 'Meridianからの出金は実行されませんでした',
    body: 'Meridianからの{{amount}} {{currency}}の出金は実行されませんでした。金額は現物口座に返還され、再び利用できます。理由と今後の手続きは、出金履歴でこの出金を開いてご確認ください。',
  },
  savingsEnded: {
    subject: 'Meridianの定期運用が満期になりました',
    body: '定期運用が満期になりました。元本と報酬の合計{{amount}} {{currency}}は現物口座に移りました。',
  },
  marginLow: {
    subject: 'Meridianの証拠金維持率が低下しています',
    body: 'Meridianのレバレッジ口座の証拠金維持率が{{percent}}%に低下しました。50%になると、すべての建玉がロスカットされます。アプリで資金を振替するか、建玉を決済してください。',
  },
  stoppedOut: {
    subject: 'Meridianのレバレッジ取引の建玉がロスカットされました',
    body: 'Meridianのレバレッジ口座の証拠金維持率が50%に低下したため、建玉がマーク価格でロスカットされ、注文中の注文は取り消されました。価格のない銘柄の建玉は残っています。価格と計算はアプリのレバレッジ取引の履歴でご確認ください。',
  },
  deleveraged: {
    subject: 'Meridianのレバレッジ取引の建玉が決済されました',
    body: '支払いを確保するため、当取引所がMeridianのレバレッジ口座の建玉を、利益とともにマーク価格で決済しました。価格と計算はアプリのレバレッジ取引の履歴でご確認ください。',
  },
  contractEnds: {
    subject: 'Meridianのレバレッジ取引が終了します',
    body: '{{contract}}のレバレッジ取引は{{time}}に終了します。終了時に建玉はマーク価格で決済され、注文中の注文は取り消されます。それまではアプリで建玉を決済できます。',
  },
  signInCode: {
    subject: 'Meridianログイン用認証コード',
    body: '新しい端末でMeridianにログインするための認証コードは{{code}}です。有効期限は{{minutes}}分です。お心当たりがない場合は、パスワードが他人に知られています。ただちにパスワードを再設定し、認証コードを誰にも教えないでください。',
  },
  newDevice: {
    subject: '新しい端末からMeridianにログインがありました',
    body: '{{time}}に、新しい端末（IPアドレス：{{address}}）からMeridianアカウントへのログインがありました。お心当たりがない場合は、ただちにパスワードを再設定してください。すべての端末からログアウトします。',
  },
  devicesSignedOut: {
    subject: 'ほかの端末をMeridianからログアウトしました',
    body: 'Meridianアカウントにログイン中のほかの端末をすべてログアウトしました。お心当たりがない場合は、ただちにパスワードを再設定してください。',
  },
  addressBound: {
    subject: 'Meridianに出金アドレスが登録されました',
    body: 'Meridianアカウントに{{currency}}の出金アドレスが登録されました：{{address}}。お心当たりがない場合は、ただちにパスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  withdrawalRequested: {
    subject: 'Meridianからの出金申請を受け付けました',
    body: 'Meridianアカウントから{{address}}への{{amount}} {{currency}}の出金が申請されました。お心当たりがない場合は、ただちにパスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  coinsOffered: {
    subject: 'Meridianで暗号資産が売りに出されました',
    body: 'Meridianアカウントの{{amount}} {{currency}}がP2P取引で売りに出されました。お心当たりがない場合は、ただちにパスワードを再設定し、カスタマーサポートにご連絡ください。',
  },
  paymentDeclared: {
    subject: 'Meridianで買い手が支払い済みにしました',
    body: 'P2P注文（{{amount}} {{currency}}）の買い手が支払い済みにしました。リリースする前に、ご自身の口座への入金をご確認ください。入金がない場合は、アプリで異議を申し立ててください。',
  },
  accountHeld: {
    subject: 'Meridianアカウントを一時停止しました',
    body: 'Meridianアカウントは一時停止中です。すべての端末からログアウトし、未約定注文をキャンセルしています。再びご利用になるには、「パスワードをお忘れですか？」から新しいパスワードを設定してください。',
  },
  hold: 'お心当たりがない場合は、こちらからアカウント全体を一時停止してください：',
  footer:
    'このメッセージはMeridianから自動送信されています。Meridianがパスワードや認証コードをお尋ねすることはありません。',
};
