/** Notices in Vietnamese. */
import type { NoticeTexts } from '../notices.types.ts';

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
  bindAddressCode: {
    subject: 'Mã Meridian cho địa chỉ rút tiền của bạn',
    body: 'Mã để liên kết địa chỉ rút tiền tại Meridian của bạn là {{code}}. Mã có hiệu lực trong {{minutes}} phút. Nếu bạn không liên kết địa chỉ nào, hãy đổi mật khẩu ngay và đừng chia sẻ mã với bất kỳ ai.',
  },
  secretsLocked: {
    subject: 'Tạm dừng xác minh bảo mật Meridian',
    body: 'Mật khẩu hoặc mã đã bị nhập sai quá nhiều lần trong tài khoản Meridian của bạn nên việc rút tiền và thay đổi bảo mật tạm dừng một thời gian. Nếu không phải bạn, hãy đổi mật khẩu và đăng xuất mọi thiết bị khác.',
  },
  passwordAmended: {
    subject: 'Mật khẩu Meridian của bạn đã được đổi',
    body: 'Mật khẩu đăng nhập tài khoản Meridian của bạn đã được đổi và mọi thiết bị khác đã được đăng xuất. Việc rút tiền tạm dừng trong 24 giờ. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  payPasswordSet: {
    subject: 'Mật khẩu giao dịch Meridian của bạn đã được đặt',
    body: 'Mật khẩu giao dịch đã được đặt cho tài khoản Meridian của bạn và mọi thiết bị khác đã được đăng xuất. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  payPasswordChanged: {
    subject: 'Mật khẩu giao dịch Meridian của bạn đã được đổi',
    body: 'Mật khẩu giao dịch của tài khoản Meridian của bạn đã được đổi và mọi thiết bị khác đã được đăng xuất. Việc rút tiền tạm dừng trong 24 giờ. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  googleBound: {
    subject: 'Google Authenticator đã được liên kết với Meridian',
    body: 'Một Google Authenticator đã được liên kết với tài khoản Meridian của bạn và mọi thiết bị khác đã được đăng xuất. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  googleUnbound: {
    subject: 'Google Authenticator đã được gỡ khỏi Meridian',
    body: 'Google Authenticator đã được gỡ khỏi tài khoản Meridian của bạn và mọi thiết bị khác đã được đăng xuất. Việc rút tiền tạm dừng trong 24 giờ. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  verificationCertified: {
    subject: 'Meridian đã xác minh danh tính của bạn',
    body: 'Việc xác minh danh tính của bạn tại Meridian đã hoàn tất. Bạn có thể giao dịch và rút tiền.',
  },
  verificationFailed: {
    subject: 'Meridian không thể xác minh danh tính của bạn',
    body: 'Không thể xác minh giấy tờ bạn đã gửi cho Meridian. Hãy mở mục xác minh danh tính trong ứng dụng để xem lý do và gửi lại.',
  },
  feedbackReplied: {
    subject: 'Meridian đã trả lời phản hồi của bạn',
    body: 'Phản hồi của bạn gửi tới Meridian đã được trả lời. Bạn có thể xem trong ứng dụng, ở mục Góp ý.',
  },
  depositCredited: {
    subject: 'Khoản nạp tại Meridian đã được ghi có',
    body: 'Khoản nạp {{amount}} {{currency}} của bạn đã được ghi có vào tài khoản Meridian. Bạn có thể giao dịch ngay; có thể rút khi mạng lưới đã xác nhận đủ số lần.',
  },
  withdrawalSent: {
    subject: 'Meridian đã gửi khoản rút của bạn',
    body: 'Khoản rút {{amount}} {{currency}} từ Meridian của bạn đã được thanh toán. Nếu không phải bạn thực hiện, hãy liên hệ bộ phận hỗ trợ ngay.',
  },
  withdrawalRejected: {
    subject: 'Khoản rút từ Meridian không được thực hiện',
    body: 'Khoản rút {{amount}} {{currency}} từ Meridian của bạn không được thực hiện. Số tiền đã khả dụng trở lại trong tài khoản; lý do được hiển thị trong ứng dụng.',
  },
  footer: 'Tin này được Meridian gửi tự động. Meridian không bao giờ hỏi mật khẩu hoặc mã của bạn.',
};
