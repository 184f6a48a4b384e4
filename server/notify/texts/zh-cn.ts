/** Notices in Simplified Chinese. */
import type { NoticeTexts } from '../notices.ts';

export const noticeTextsZhCn: NoticeTexts = {
  registerCode: {
    subject: 'Meridian 注册验证码',
    body: '您的 Meridian 注册验证码是 {{code}}，{{minutes}} 分钟内有效。请勿告知他人。',
  },
  passwordResetCode: {
    subject: 'Meridian 重置密码验证码',
    body: '您的 Meridian 重置密码验证码是 {{code}}，{{minutes}} 分钟内有效。如非本人操作，请忽略此消息，切勿将验证码告知他人。',
  },
  accountExists: {
    subject: '您已有 Meridian 账号',
    body: '有人试图使用此邮箱或手机号注册 Meridian，但该账号已存在。如果是您本人，请直接登录或重置密码；如非本人操作，无需理会。',
  },
  signInLocked: {
    subject: 'Meridian 登录已暂停',
    body: '您的 Meridian 账号登录失败次数过多，已暂停登录一段时间。如非本人操作，请通过“忘记密码”设置新密码。',
  },
  passwordChanged: {
    subject: '您的 Meridian 密码已修改',
    body: '您的 Meridian 账号密码已修改，所有设备均已退出登录。如非本人操作，请立即重置密码并联系客服。',
  },
  sessionRevoked: {
    subject: '一台设备已退出 Meridian',
    body: '您的 Meridian 账号有一个失效的登录凭证被再次使用，我们已将该设备退出登录。如有疑问，请修改密码。',
  },
  footer: '此消息由 Meridian 自动发送。Meridian 绝不会向您索要密码或验证码。',
};
