/** Notices in Traditional Chinese. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsZhHk: NoticeTexts = {
  registerCode: {
    subject: 'Meridian 註冊驗證碼',
    body: '您的 Meridian 註冊驗證碼是 {{code}}，{{minutes}} 分鐘內有效。請勿告訴任何人。',
  },
  passwordResetCode: {
    subject: 'Meridian 重設密碼驗證碼',
    body: '您的 Meridian 重設密碼驗證碼是 {{code}}，{{minutes}} 分鐘內有效。如非本人操作，請忽略此訊息。請勿將驗證碼告訴任何人。',
  },
  accountExists: {
    subject: '您已有 Meridian 賬戶',
    body: '有人嘗試使用此電郵或手機號碼註冊 Meridian，但該賬戶已存在。如為本人操作，請直接登入或重設密碼；如非本人操作，請忽略此訊息。',
  },
  signInLocked: {
    subject: 'Meridian 賬戶暫時無法登入',
    body: '您的 Meridian 賬戶登入失敗次數過多，暫時無法登入，請稍後再試。如非本人操作，請透過「忘記密碼？」重設密碼。',
  },
  passwordChanged: {
    subject: '您的 Meridian 登入密碼已重設',
    body: '您的 Meridian 賬戶登入密碼已重設，所有裝置均已登出，提現暫停 24 小時。如非本人操作，請立即再次重設密碼並聯絡客服。',
  },
  sessionRevoked: {
    subject: '一部裝置已登出 Meridian',
    body: '一部裝置的登入已過期卻被再次使用，為保障您的 Meridian 賬戶，我們已將該裝置登出。如有疑問，請更改密碼。',
  },
  bindAddressCode: {
    subject: 'Meridian 綁定提現地址驗證碼',
    body: '您在 Meridian 綁定提現地址的驗證碼是 {{code}}，{{minutes}} 分鐘內有效。如非本人操作，請立即更改密碼。請勿將驗證碼告訴任何人。',
  },
  secretsLocked: {
    subject: '您的 Meridian 賬戶部分操作已暫停',
    body: '您的 Meridian 賬戶在登入狀態下多次輸錯密碼或驗證碼，暫時不能提現、放幣或更改安全設定。如非本人操作，請透過「忘記密碼？」重設密碼，屆時所有裝置將登出。',
  },
  passwordAmended: {
    subject: '您的 Meridian 登入密碼已更改',
    body: '您的 Meridian 賬戶登入密碼已更改，其他裝置均已登出，提現暫停 24 小時。如非本人操作，請立即重設密碼並聯絡客服。',
  },
  payPasswordSet: {
    subject: '您的 Meridian 交易密碼已設定',
    body: '您的 Meridian 賬戶已設定交易密碼，其他裝置均已登出。如非本人操作，請立即重設登入密碼並聯絡客服。',
  },
  payPasswordChanged: {
    subject: '您的 Meridian 交易密碼已更改',
    body: '您的 Meridian 賬戶交易密碼已更改，其他裝置均已登出，提現暫停 24 小時。如非本人操作，請立即重設登入密碼並聯絡客服。',
  },
  googleBound: {
    subject: 'Meridian 已綁定 Google 驗證器',
    body: '您的 Meridian 賬戶已綁定 Google 驗證器，其他裝置均已登出。如非本人操作，請立即重設密碼並聯絡客服。',
  },
  googleUnbound: {
    subject: 'Meridian 已解除綁定 Google 驗證器',
    body: '您的 Meridian 賬戶已解除綁定 Google 驗證器，其他裝置均已登出，提現暫停 24 小時。如非本人操作，請立即重設密碼並聯絡客服。',
  },
  verificationCertified: {
    subject: '您的 Meridian 實名認證已通過',
    body: '您在 Meridian 的實名認證已通過，現在可以交易和提現。',
  },
  verificationFailed: {
    subject: '您的 Meridian 實名認證未通過',
    body: '您在 Meridian 提交的資料未通過審核。請在實名認證頁面查看原因並重新提交。',
  },
  feedbackReplied: {
    subject: 'Meridian 已回覆您的意見反饋',
    body: '您在 Meridian 提交的意見反饋已有回覆，請在「我的意見反饋」中查看。',
  },
  depositCredited: {
    subject: 'Meridian 充值已入賬',
    body: '您充值的 {{amount}} {{currency}} 已入賬，可以立即交易；達到所需網絡確認數後即可提現。',
  },
  withdrawalSent: {
    subject: 'Meridian 提現已完成',
    body: '您從 Meridian 提現的 {{amount}} {{currency}} 已轉出至您的提現地址。如非本人操作，請立即聯絡客服。',
  },
  withdrawalRejected: {
    subject: 'Meridian 提現未成功',
    body: '您在 Meridian 申請的提現（{{amount}} {{currency}}）未成功，金額已退回您的現貨賬戶。請在提現記錄中查看原因及後續步驟。',
  },
  savingsEnded: {
    subject: 'Meridian 定期理財已到期',
    body: '您的定期理財已到期，本金與收益共 {{amount}} {{currency}} 已轉入現貨賬戶。',
  },
  marginLow: {
    subject: 'Meridian 風險率偏低',
    body: '您在 Meridian 的合約賬戶風險率（越高越安全）已降至 {{percent}}%。降至 50% 時，全部持倉將被強制平倉。請在應用程式中劃轉資金或平倉。',
  },
  stoppedOut: {
    subject: 'Meridian 合約持倉已被強制平倉',
    body: '您在 Meridian 的合約賬戶風險率降至 50%，持倉已按標記價格強制平倉，掛單已撤銷。暫無價格的市場中的持倉仍保留。請在應用程式的合約歷史中查看當時的價格及計算過程。',
  },
  deleveraged: {
    subject: 'Meridian 合約持倉已被平倉',
    body: '為保障兌付，平台已按標記價格平掉您在 Meridian 的部分盈利合約持倉，盈利已入賬。請在應用程式的合約歷史中查看當時的價格及計算過程。',
  },
  contractEnds: {
    subject: 'Meridian 合約即將結束',
    body: '合約 {{contract}} 將於 {{time}} 結束。屆時未平持倉將按標記價格平倉，掛單將撤銷。您可以提前在應用程式中平倉。',
  },
  signInCode: {
    subject: 'Meridian 登入驗證碼',
    body: '您在新裝置登入 Meridian 的驗證碼是 {{code}}，{{minutes}} 分鐘內有效。如非本人操作，表示有人知道您的密碼，請立即重設密碼。請勿將驗證碼告訴任何人。',
  },
  newDevice: {
    subject: '新裝置登入了 Meridian',
    body: '一部新裝置於 {{time}} 登入了您的 Meridian 賬戶，IP 地址為 {{address}}。如非本人操作，請立即重設密碼，屆時所有裝置都會登出。',
  },
  devicesSignedOut: {
    subject: '其他裝置已登出 Meridian',
    body: '您的 Meridian 賬戶已在其他所有裝置上登出。如非本人操作，請立即重設密碼。',
  },
  addressBound: {
    subject: 'Meridian 已綁定提現地址',
    body: '您的 Meridian 賬戶已綁定 {{currency}} 提現地址：{{address}}。如非本人操作，請立即重設密碼並聯絡客服。',
  },
  withdrawalRequested: {
    subject: 'Meridian 收到提現申請',
    body: '您的 Meridian 賬戶申請提現 {{amount}} {{currency}} 至 {{address}}。如非本人操作，請立即重設密碼並聯絡客服。',
  },
  coinsOffered: {
    subject: '您的幣已在 Meridian 掛出出售',
    body: '您的 Meridian 賬戶在法幣交易中掛出 {{amount}} {{currency}} 出售。如非本人操作，請立即重設密碼並聯絡客服。',
  },
  paymentDeclared: {
    subject: 'Meridian 買家已標記付款',
    body: '您的訂單（{{amount}} {{currency}}）的買家已標記付款。放幣前，請確認款項已到達您本人的戶口。如未到賬，請在應用程式中提出申訴。',
  },
  accountHeld: {
    subject: '您已鎖定 Meridian 賬戶',
    body: '您的 Meridian 賬戶已鎖定：所有裝置均已登出，尚未成交的委託正在撤銷。如需重新使用，請透過「忘記密碼？」設定新密碼。',
  },
  hold: '如非本人操作，請按此鎖定整個賬戶：',
  footer: '此訊息由 Meridian 自動發送。Meridian 絕不會向您索取密碼或驗證碼。',
};
