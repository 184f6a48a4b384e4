/** Notices in Simplified Chinese. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsZhCn: NoticeTexts = {
  registerCode: {
    subject: 'Meridian 注册验证码',
    body: '您的 Meridian 注册验证码是 {{code}}，{{minutes}} 分钟内有效。请勿告诉任何人。',
  },
  passwordResetCode: {
    subject: 'Meridian 重置密码验证码',
    body: '您的 Meridian 重置密码验证码是 {{code}}，{{minutes}} 分钟内有效。如非本人操作，请忽略此消息。请勿将验证码告诉任何人。',
  },
  accountExists: {
    subject: '您已有 Meridian 账号',
    body: '有人试图使用此邮箱或手机号码注册 Meridian，但该账号已存在。如为本人操作，请直接登录或重置密码；如非本人操作，请忽略此消息。',
  },
  signInLocked: {
    subject: 'Meridian 账号暂时无法登录',
    body: '您的 Meridian 账号登录失败次数过多，暂时无法登录，请稍后再试。如非本人操作，请通过“忘记密码？”重置密码。',
  },
  passwordChanged: {
    subject: '您的 Meridian 登录密码已重置',
    body: '您的 Meridian 账号登录密码已重置，所有设备均已退出登录，提现暂停 24 小时。如非本人操作，请立即再次重置密码并联系客服。',
  },
  sessionRevoked: {
    subject: '一台设备已退出 Meridian',
    body: '一台设备的登录已过期却被再次使用，为保护您的 Meridian 账号，我们已将该设备退出登录。如有疑问，请修改密码。',
  },
  bindAddressCode: {
    subject: 'Meridian 绑定提现地址验证码',
    body: '您在 Meridian 绑定提现地址的验证码是 {{code}}，{{minutes}} 分钟内有效。如非本人操作，请立即修改密码。请勿将验证码告诉任何人。',
  },
  secretsLocked: {
    subject: '您的 Meridian 账号部分操作已暂停',
    body: '您的 Meridian 账号在登录状态下多次输错密码或验证码，暂时不能提现、放币或修改安全设置。如非本人操作，请通过“忘记密码？”重置密码，届时所有设备将退出登录。',
  },
  passwordAmended: {
    subject: '您的 Meridian 登录密码已修改',
    body: '您的 Meridian 账号登录密码已修改，其他设备均已退出登录，提现暂停 24 小时。如非本人操作，请立即重置密码并联系客服。',
  },
  payPasswordSet: {
    subject: '您的 Meridian 交易密码已设置',
    body: '您的 Meridian 账号已设置交易密码，其他设备均已退出登录。如非本人操作，请立即重置登录密码并联系客服。',
  },
  payPasswordChanged: {
    subject: '您的 Meridian 交易密码已修改',
    body: '您的 Meridian 账号交易密码已修改，其他设备均已退出登录，提现暂停 24 小时。如非本人操作，请立即重置登录密码并联系客服。',
  },
  googleBound: {
    subject: 'Meridian 已绑定谷歌验证器',
    body: '您的 Meridian 账号已绑定谷歌验证器，其他设备均已退出登录。如非本人操作，请立即重置密码并联系客服。',
  },
  googleUnbound: {
    subject: 'Meridian 已解绑谷歌验证器',
    body: '您的 Meridian 账号已解绑谷歌验证器，其他设备均已退出登录，提现暂停 24 小时。如非本人操作，请立即重置密码并联系客服。',
  },
  verificationCertified: {
    subject: '您的 Meridian 实名认证已通过',
    body: '您在 Meridian 的实名认证已通过，现在可以交易和提现了。',
  },
  verificationFailed: {
    subject: '您的 Meridian 实名认证未通过',
    body: '您在 Meridian 提交的资料未通过审核。请在实名认证页面查看原因并重新提交。',
  },
  feedbackReplied: {
    subject: 'Meridian 已回复您的反馈',
    body: '您在 Meridian 提交的反馈已有回复，请在“我的反馈”中查看。',
  },
  depositCredited: {
    subject: 'Meridian 充值已入账',
    body: '您充值的 {{amount}} {{currency}} 已入账，可以立即交易；达到所需网络确认数后即可提现。',
  },
  withdrawalSent: {
    subject: 'Meridian 提现已完成',
    body: '您从 Meridian 提现的 {{amount}} {{currency}} 已转出至您的提现地址。如非本人操作，请立即联系客服。',
  },
  withdrawalRejected: {
    subject: 'Meridian 提现未成功',
    body: '您在 Meridian 申请的提现（{{amount}} {{currency}}）未成功，金额已退回您的现货账户。请在提现记录中查看原因和后续步骤。',
  },
  savingsEnded: {
    subject: 'Meridian 定期理财已到期',
    body: '您的定期理财已到期，本金与收益共 {{amount}} {{currency}} 已转入现货账户。',
  },
  marginLow: {
    subject: 'Meridian 风险率偏低',
    body: '您在 Meridian 的合约账户风险率（越高越安全）已降至 {{percent}}%。降至 50% 时，全部持仓将被强平。请在应用中划入资金或平仓。',
  },
  stoppedOut: {
    subject: 'Meridian 合约持仓已被强平',
    body: '您在 Meridian 的合约账户风险率降至 50%，持仓已按标记价格强平，挂单已撤销。暂无价格的市场中的持仓仍保留。请在应用的合约历史中查看当时的价格和计算过程。',
  },
  deleveraged: {
    subject: 'Meridian 合约持仓已被平仓',
    body: '为保障兑付，平台已按标记价格平掉您在 Meridian 的部分盈利合约持仓，盈利已入账。请在应用的合约历史中查看当时的价格和计算过程。',
  },
  contractEnds: {
    subject: 'Meridian 合约即将结束',
    body: '合约 {{contract}} 将于 {{time}} 结束。届时未平持仓将按标记价格平仓，挂单将撤销。您可以提前在应用中平仓。',
  },
  signInCode: {
    subject: 'Meridian 登录验证码',
    body: '您在新设备登录 Meridian 的验证码是 {{code}}，{{minutes}} 分钟内有效。如非本人操作，说明有人知道您的密码，请立即重置密码。请勿将验证码告诉任何人。',
  },
  newDevice: {
    subject: '新设备登录了 Meridian',
    body: '一台新设备于 {{time}} 登录了您的 Meridian 账号，IP 地址为 {{address}}。如非本人操作，请立即重置密码，届时所有设备都会退出登录。',
  },
  devicesSignedOut: {
    subject: '其他设备已退出 Meridian',
    body: '您的 Meridian 账号已在其他所有设备上退出登录。如非本人操作，请立即重置密码。',
  },
  addressBound: {
    subject: 'Meridian 已绑定提现地址',
    body: '您的 Meridian 账号已绑定 {{currency}} 提现地址：{{address}}。如非本人操作，请立即重置密码并联系客服。',
  },
  withdrawalRequested: {
    subject: 'Meridian 收到提现申请',
    body: '您的 Meridian 账号申请提现 {{amount}} {{currency}} 到 {{address}}。如非本人操作，请立即重置密码并联系客服。',
  },
  coinsOffered: {
    subject: '您的币已在 Meridian 挂出出售',
    body: '您的 Meridian 账号在法币交易中挂出 {{amount}} {{currency}} 出售。如非本人操作，请立即重置密码并联系客服。',
  },
  paymentDeclared: {
    subject: 'Meridian 买家已标记付款',
    body: '您的订单（{{amount}} {{currency}}）的买家已标记付款。放币前，请确认款项已到达您本人的账户。如未到账，请在应用中提起申诉。',
  },
  accountHeld: {
    subject: '您已锁定 Meridian 账号',
    body: '您的 Meridian 账号已锁定：所有设备均已退出登录，尚未成交的委托正在撤销。如需重新使用，请通过“忘记密码？”设置新密码。',
  },
  hold: '如非本人操作，请点击此处锁定整个账号：',
  footer: '此消息由 Meridian 自动发送。Meridian 绝不会向您索要密码或验证码。',
};
