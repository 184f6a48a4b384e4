/** Notices in Vietnamese. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsViVn: NoticeTexts = {
  registerCode: {
    subject: 'Mã xác minh đăng ký Meridian',
    body: 'Mã xác minh đăng ký Meridian của bạn là {{code}}, có hiệu lực trong {{minutes}} phút. Không chia sẻ mã với bất kỳ ai.',
  },
  passwordResetCode: {
    subject: 'Mã xác minh đặt lại mật khẩu Meridian',
    body: 'Mã xác minh đặt lại mật khẩu Meridian của bạn là {{code}}, có hiệu lực trong {{minutes}} phút. Nếu không phải bạn yêu cầu, hãy bỏ qua tin này và không chia sẻ mã với bất kỳ ai.',
  },
  accountExists: {
    subject: 'Bạn đã có tài khoản Meridian',
    body: 'Có người muốn đăng ký Meridian bằng email hoặc số điện thoại này, nhưng tài khoản đã tồn tại. Nếu là bạn, hãy đăng nhập hoặc đặt lại mật khẩu. Nếu không phải bạn, hãy bỏ qua tin này.',
  },
  signInLocked: {
    subject: 'Tạm dừng đăng nhập Meridian',
    body: 'Tài khoản Meridian của bạn có quá nhiều lần đăng nhập thất bại nên việc đăng nhập tạm dừng một thời gian. Vui lòng thử lại sau. Nếu không phải bạn, hãy đặt lại mật khẩu qua “Quên mật khẩu?”.',
  },
  passwordChanged: {
    subject: 'Mật khẩu đăng nhập Meridian của bạn đã được đặt lại',
    body: 'Mật khẩu đăng nhập tài khoản Meridian của bạn đã được đặt lại và mọi thiết bị đã được đăng xuất. Việc rút tiền tạm dừng trong 24 giờ. Nếu không phải bạn, hãy đặt lại mật khẩu một lần nữa ngay và liên hệ bộ phận hỗ trợ.',
  },
  sessionRevoked: {
    subject: 'Một thiết bị đã được đăng xuất khỏi Meridian',
    body: 'Phiên đăng nhập của một thiết bị đã hết hạn nhưng vẫn bị sử dụng lại. Để bảo vệ tài khoản Meridian của bạn, chúng tôi đã đăng xuất thiết bị đó. Nếu thấy bất thường, hãy đổi mật khẩu.',
  },
  bindAddressCode: {
    subject: 'Mã xác minh liên kết địa chỉ rút Meridian',
    body: 'Mã xác minh để liên kết địa chỉ rút tại Meridian của bạn là {{code}}, có hiệu lực trong {{minutes}} phút. Nếu không phải bạn thực hiện, hãy đổi mật khẩu ngay và không chia sẻ mã với bất kỳ ai.',
  },
  secretsLocked: {
    subject: 'Tạm dừng các thao tác quan trọng trong tài khoản Meridian',
    body: 'Khi tài khoản Meridian của bạn đang đăng nhập, mật khẩu hoặc mã xác minh đã bị nhập sai quá nhiều lần nên tạm thời bạn không thể rút tiền, mở khóa coin hoặc đổi cài đặt bảo mật. Nếu không phải bạn, hãy đặt lại mật khẩu qua “Quên mật khẩu?”; mọi thiết bị sẽ được đăng xuất.',
  },
  passwordAmended: {
    subject: 'Mật khẩu đăng nhập Meridian của bạn đã được đổi',
    body: 'Mật khẩu đăng nhập tài khoản Meridian của bạn đã được đổi và mọi thiết bị khác đã được đăng xuất. Việc rút tiền tạm dừng trong 24 giờ. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  payPasswordSet: {
    subject: 'Mật khẩu giao dịch Meridian của bạn đã được đặt',
    body: 'Mật khẩu giao dịch đã được đặt cho tài khoản Meridian của bạn và mọi thiết bị khác đã được đăng xuất. Nếu không phải bạn, hãy đặt lại mật khẩu đăng nhập ngay và liên hệ bộ phận hỗ trợ.',
  },
  payPasswordChanged: {
    subject: 'Mật khẩu giao dịch Meridian của bạn đã được đổi',
    body: 'Mật khẩu giao dịch của tài khoản Meridian của bạn đã được đổi và mọi thiết bị khác đã được đăng xuất. Việc rút tiền tạm dừng trong 24 giờ. Nếu không phải bạn, hãy đặt lại mật khẩu đăng nhập ngay và liên hệ bộ phận hỗ trợ.',
  },
  googleBound: {
    subject: 'Đã liên kết ứng dụng xác thực với Meridian',
    body: 'Ứng dụng xác thực đã được liên kết với tài khoản Meridian của bạn và mọi thiết bị khác đã được đăng xuất. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  googleUnbound: {
    subject: 'Đã hủy liên kết ứng dụng xác thực với Meridian',
    body: 'Ứng dụng xác thực đã bị hủy liên kết với tài khoản Meridian của bạn và mọi thiết bị khác đã được đăng xuất. Việc rút tiền tạm dừng trong 24 giờ. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  verificationCertified: {
    subject: 'Xác minh danh tính Meridian đã hoàn tất',
    body: 'Việc xác minh danh tính của bạn tại Meridian đã hoàn tất. Bạn đã có thể giao dịch và rút tiền.',
  },
  verificationFailed: {
    subject: 'Xác minh danh tính Meridian không được duyệt',
    body: 'Giấy tờ bạn nộp cho Meridian không được duyệt. Vui lòng xem lý do ở trang Xác minh danh tính và nộp lại.',
  },
  feedbackReplied: {
    subject: 'Meridian đã trả lời phản hồi của bạn',
    body: 'Phản hồi của bạn gửi tới Meridian đã được trả lời. Vui lòng xem trong “Phản hồi của tôi”.',
  },
  depositCredited: {
    subject: 'Khoản nạp tại Meridian đã được ghi có',
    body: 'Khoản nạp {{amount}} {{currency}} của bạn đã được ghi có. Bạn có thể giao dịch ngay và rút khi đủ số xác nhận.',
  },
  withdrawalSent: {
    subject: 'Khoản rút từ Meridian đã hoàn tất',
    body: 'Khoản rút {{amount}} {{currency}} từ Meridian của bạn đã được chuyển đến địa chỉ rút. Nếu không phải bạn thực hiện, hãy liên hệ bộ phận hỗ trợ ngay.',
  },
  withdrawalRejected: {
    subject: 'Khoản rút từ Meridian không thành công',
    body: 'Khoản rút {{amount}} {{currency}} của bạn từ Meridian không thành công. Số tiền đã được hoàn lại vào tài khoản giao ngay và dùng được ngay. Vui lòng mở khoản rút này trong lịch sử rút để xem lý do và bước tiếp theo.',
  },
  savingsEnded: {
    subject: 'Khoản tiết kiệm kỳ hạn tại Meridian đã đáo hạn',
    body: 'Khoản tiết kiệm kỳ hạn đã đáo hạn. Vốn gốc và lãi, tổng cộng {{amount}} {{currency}}, đã về tài khoản giao ngay của bạn.',
  },
  marginLow: {
    subject: 'Mức ký quỹ Meridian của bạn đang thấp',
    body: 'Mức ký quỹ của tài khoản hợp đồng Meridian đã giảm còn {{percent}}%. Khi xuống 50%, mọi vị thế sẽ bị thanh lý. Vui lòng chuyển nội bộ thêm tiền vào hoặc đóng vị thế trong ứng dụng.',
  },
  stoppedOut: {
    subject: 'Vị thế hợp đồng Meridian của bạn đã bị thanh lý',
    body: 'Mức ký quỹ của tài khoản hợp đồng Meridian đã giảm còn 50% nên các vị thế đã bị thanh lý theo giá đánh dấu và các lệnh đang chờ đã bị hủy. Vị thế ở thị trường chưa có giá vẫn được giữ. Vui lòng mở lịch sử hợp đồng trong ứng dụng để xem giá và cách tính.',
  },
  deleveraged: {
    subject: 'Vị thế hợp đồng Meridian của bạn đã được đóng',
    body: 'Để đảm bảo chi trả, sàn đã đóng các vị thế hợp đồng đang lãi trong tài khoản Meridian của bạn theo giá đánh dấu và trả phần lãi. Vui lòng mở lịch sử hợp đồng trong ứng dụng để xem giá và cách tính.',
  },
  contractEnds: {
    subject: 'Một hợp đồng Meridian sắp kết thúc',
    body: 'Hợp đồng {{contract}} kết thúc lúc {{time}}. Khi đó các vị thế đang mở sẽ được đóng theo giá đánh dấu và các lệnh đang chờ sẽ bị hủy. Bạn có thể đóng vị thế trong ứng dụng trước thời điểm đó.',
  },
  signInCode: {
    subject: 'Mã đăng nhập Meridian',
    body: 'Mã xác minh để đăng nhập Meridian trên thiết bị mới của bạn là {{code}}, có hiệu lực trong {{minutes}} phút. Nếu không phải bạn, có người đã biết mật khẩu của bạn: hãy đặt lại mật khẩu ngay và không chia sẻ mã với bất kỳ ai.',
  },
  newDevice: {
    subject: 'Thiết bị mới đã đăng nhập Meridian',
    body: 'Một thiết bị mới đã đăng nhập tài khoản Meridian của bạn lúc {{time}} từ địa chỉ IP {{address}}. Nếu không phải bạn, hãy đặt lại mật khẩu ngay, khi đó mọi thiết bị sẽ được đăng xuất.',
  },
  devicesSignedOut: {
    subject: 'Các thiết bị khác đã đăng xuất khỏi Meridian',
    body: 'Mọi thiết bị khác đã được đăng xuất khỏi tài khoản Meridian của bạn. Nếu không phải bạn, hãy đặt lại mật khẩu ngay.',
  },
  addressBound: {
    subject: 'Đã liên kết địa chỉ rút với Meridian',
    body: 'Một địa chỉ rút {{currency}} đã được liên kết với tài khoản Meridian của bạn: {{address}}. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  withdrawalRequested: {
    subject: 'Yêu cầu rút từ Meridian',
    body: 'Tài khoản Meridian của bạn có yêu cầu rút {{amount}} {{currency}} đến {{address}}. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  coinsOffered: {
    subject: 'Coin của bạn được rao bán trên Meridian',
    body: '{{amount}} {{currency}} của tài khoản Meridian của bạn đã được rao bán trong giao dịch P2P. Nếu không phải bạn, hãy đặt lại mật khẩu ngay và liên hệ bộ phận hỗ trợ.',
  },
  paymentDeclared: {
    subject: 'Người mua đã đánh dấu thanh toán trên Meridian',
    body: 'Người mua trong đơn P2P {{amount}} {{currency}} của bạn đã đánh dấu là đã thanh toán. Trước khi mở khóa, hãy kiểm tra tiền đã vào tài khoản của chính bạn. Nếu tiền chưa vào, hãy khiếu nại trong ứng dụng.',
  },
  accountHeld: {
    subject: 'Bạn đã khóa tài khoản Meridian',
    body: 'Tài khoản Meridian của bạn đã bị khóa: mọi thiết bị đã được đăng xuất và các lệnh đang mở đang được hủy. Để dùng lại tài khoản, hãy đặt mật khẩu mới bằng “Quên mật khẩu?”.',
  },
  hold: 'Nếu không phải bạn, hãy khóa toàn bộ tài khoản tại đây:',
  footer:
    'Tin này được Meridian gửi tự động. Meridian không bao giờ hỏi mật khẩu hoặc mã xác minh của bạn.',
};
