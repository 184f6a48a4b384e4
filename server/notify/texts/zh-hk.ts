/** Notices in Traditional Chinese. */
import type { NoticeTexts } from '../notices.ts';

export const noticeTextsZhHk: NoticeTexts = {
  registerCode: {
    subject: 'Meridian 註冊驗證碼',
    body: '您的 Meridian 註冊驗證碼是 {{code}}，{{minutes}} 分鐘內有效。請勿告知他人。',
  },
  passwordResetCode: {
    subject: 'Meridian 重設密碼驗證碼',
    body: '您的 Meridian 重設密碼驗證碼是 {{code}}，{{minutes}} 分鐘內有效。如非本人操作，請忽略此訊息，切勿將驗證碼告知他人。',
  },
  accountExists: {
    subject: '您已有 Meridian 帳戶',
    body: '有人嘗試使用此電郵或手機號碼註冊 Meridian，但該帳戶已存在。如果是您本人，請直接登入或重設密碼；如非本人操作，無需理會。',
  },
  signInLocked: {
    subject: 'Meridian 登入已暫停',
    body: '您的 Meridian 帳戶登入失敗次數過多，已暫停登入一段時間。如非本人操作，請透過「忘記密碼」設定新密碼。',
  },
  passwordChanged: {
    subject: '您的 Meridian 密碼已更改',
    body: '您的 Meridian 帳戶密碼已更改，所有裝置均已登出。如非本人操作，請立即重設密碼並聯絡客戶服務。',
  },
  sessionRevoked: {
    subject: '一部裝置已登出 Meridian',
    body: '您的 Meridian 帳戶有一個失效的登入憑證被再次使用，我們已將該裝置登出。如有疑問，請更改密碼。',
  },
  footer: '此訊息由 Meridian 自動發送。Meridian 絕不會向您索取密碼或驗證碼。',
};
