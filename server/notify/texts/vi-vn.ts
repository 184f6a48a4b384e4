/** Notices in Vietnamese. */
import type { NoticeTexts } from '../notices.ts';

export const noticeTextsViVn: NoticeTexts = {
  registerCode: {
    subject: 'Mã đăng ký Meridian của bạn',
    body: 'Mã đăng ký Meridian của bạn là {{code}}. Mã có hiệu lực trong {{minutes}} phút. Đừng chia sẻ mã với bất kỳ ai.',
  },
  passwordResetCode: {
    subject: 'Mã đặt lại mật khẩu Meridian của bạn',
    body: 'Mã đặt lại mật khẩu Meridian của bạn là {{code}}. Mã có hiệu lực trong {{minutes}} phút. Nếu bạn không yêu cầu, hãy bỏ qua tin này và đừng chia sẻ mã với bất kỳ ai.',
  },
  accountExists: {
    subject: 'Bạn đã có tài khoản Meridian',
    body: 'Có người muốn đăng ký Meridian bằng địa chỉ hoặc số này, nhưng tài khoản đã tồn tại. Nếu là bạn, hãy đăng nhập hoặc đặt lại mật khẩu. Nếu không phải bạn, bạn không cần làm gì.',
  },
  signInLocked: {
    subject: 'Tạm dừng đăng nhập Meridian',
    body: 'Tài khoản Meridian của bạn có quá nhiều lần đăng nhập thất bại nên việc đăng nhập tạm dừng một thời gian. Nếu không phải bạn, hãy đặt mật khẩu mới qua “Quên mật khẩu”.',
  },
  passwordChanged: {
    subject: 'Mật khẩu Meridian của bạn đã được đổi',
    body: 'Mật khẩu tài khoản Meridian của bạn đã được đổi và mọi thiết bị đã được đăng xuất. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  sessionRevoked: {
    subject: 'Một thiết bị đã được đăng xuất khỏi Meridian',
    body: 'Một mã phiên đăng nhập cũ của tài khoản Meridian của bạn đã bị dùng lại nên chúng tôi đã đăng xuất thiết bị đó. Nếu bạn thấy bất thường, hãy đổi mật khẩu.',
  },
  footer: 'Tin này được Meridian gửi tự động. Meridian không bao giờ hỏi mật khẩu hoặc mã của bạn.',
};
