/** Notices in Korean. */
import type { NoticeTexts } from '../notices.types.ts';

export const noticeTextsKoKr: NoticeTexts = {
  registerCode: {
    subject: 'Meridian 가입 인증번호',
    body: 'Meridian 가입 인증번호는 {{code}}입니다. {{minutes}}분 동안 유효합니다. 누구에게도 알려 주지 마세요.',
  },
  passwordResetCode: {
    subject: 'Meridian 비밀번호 재설정 인증번호',
    body: 'Meridian 비밀번호 재설정 인증번호는 {{code}}입니다. {{minutes}}분 동안 유효합니다. 직접 요청하지 않았다면 이 메시지를 무시하고 인증번호를 누구에게도 알려 주지 마세요.',
  },
  accountExists: {
    subject: '이미 Meridian 계정이 있습니다',
    body: '누군가 이 이메일 또는 휴대폰 번호로 Meridian 가입을 시도했지만 이미 계정이 있습니다. 본인이라면 로그인하거나 비밀번호를 재설정해 주세요. 본인이 아니라면 별도로 조치하지 않아도 됩니다.',
  },
  signInLocked: {
    subject: 'Meridian 로그인이 일시 중지되었습니다',
    body: 'Meridian 계정에 로그인이 여러 번 실패하여 로그인이 잠시 중지되었습니다. 본인이 아니라면 ‘비밀번호를 잊으셨나요?’에서 새 비밀번호를 설정해 주세요.',
  },
  passwordChanged: {
    subject: 'Meridian 로그인 비밀번호가 재설정되었습니다',
    body: 'Meridian 계정의 로그인 비밀번호가 재설정되어 모든 기기에서 로그아웃되었습니다. 출금은 24시간 동안 보류됩니다. 본인이 아니라면 즉시 비밀번호를 한 번 더 재설정하고 고객센터에 문의해 주세요.',
  },
  sessionRevoked: {
    subject: 'Meridian에 로그인된 기기가 로그아웃되었습니다',
    body: 'Meridian 계정의 만료된 로그인이 다시 사용되어 해당 기기를 로그아웃했습니다. 본인이 사용하지 않았다면 비밀번호를 변경해 주세요.',
  },
  bindAddressCode: {
    subject: 'Meridian 출금 주소 등록 인증번호',
    body: 'Meridian 출금 주소 등록 인증번호는 {{code}}입니다. {{minutes}}분 동안 유효합니다. 직접 요청하지 않았다면 즉시 비밀번호를 변경하고 인증번호를 누구에게도 알려 주지 마세요.',
  },
  secretsLocked: {
    subject: 'Meridian 출금과 보안 설정 변경이 일시 중지되었습니다',
    body: '로그인된 Meridian 계정에서 비밀번호나 인증번호가 여러 번 잘못 입력되어 출금, 코인 릴리스, 보안 설정 변경이 잠시 중지되었습니다. 본인이 아니라면 ‘비밀번호를 잊으셨나요?’에서 새 비밀번호를 설정해 주세요. 모든 기기에서 로그아웃됩니다.',
  },
  passwordAmended: {
    subject: 'Meridian 비밀번호가 변경되었습니다',
    body: 'Meridian 계정의 로그인 비밀번호가 변경되어 다른 모든 기기에서 로그아웃되었습니다. 출금은 24시간 동안 보류됩니다. 본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
  },
  payPasswordSet: {
    subject: 'Meridian 거래 비밀번호가 설정되었습니다',
    body: 'Meridian 계정에 거래 비밀번호가 설정되어 다른 모든 기기에서 로그아웃되었습니다. 본인이 아니라면 즉시 로그인 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
  },
  payPasswordChanged: {
    subject: 'Meridian 거래 비밀번호가 변경되었습니다',
    body: 'Meridian 계정의 거래 비밀번호가 변경되어 다른 모든 기기에서 로그아웃되었습니다. 출금은 24시간 동안 보류됩니다. 본인이 아니라면 즉시 로그인 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
  },
  googleBound: {
    subject: 'OTP 인증 앱이 Meridian에 연결되었습니다',
    body: 'Meridian 계정에 OTP 인증 앱이 연결되어 다른 모든 기기에서 로그아웃되었습니다. 본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
  },
  googleUnbound: {
    subject: 'OTP 인증 앱의 Meridian 연결이 해제되었습니다',
    body: 'Meridian 계정의 OTP 인증 앱 연결이 해제되어 다른 모든 기기에서 로그아웃되었습니다. 출금은 24시간 동안 보류됩니다. 본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
  },
  verificationCertified: {
    subject: 'Meridian 신원 인증이 완료되었습니다',
    body: 'Meridian 신원 인증이 완료되었습니다. 이제 거래와 출금을 이용하실 수 있습니다.',
  },
  verificationFailed: {
    subject: 'Meridian 신원 인증에 실패했습니다',
    body: 'Meridian에 제출하신 서류를 확인하지 못했습니다. 앱의 ‘신원 인증’에서 사유를 확인하고 다시 제출해 주세요.',
  },
  feedbackReplied: {
    subject: 'Meridian 문의에 답변이 등록되었습니다',
    body: 'Meridian에 남기신 문의에 답변이 등록되었습니다. 앱의 ‘내 문의’에서 확인해 주세요.',
  },
  depositCredited: {
    subject: 'Meridian 입금이 반영되었습니다',
    body: '{{amount}} {{currency}} 입금이 Meridian 계정에 반영되었습니다. 바로 거래할 수 있으며, 필요한 컨펌 수에 도달하면 출금할 수 있습니다.',
  },
  withdrawalSent: {
    subject: 'Meridian 출금이 완료되었습니다',
    body: 'Meridian에서 {{amount}} {{currency}} 출금이 완료되었습니다. 본인이 요청하지 않았다면 즉시 고객센터에 문의해 주세요.',
  },
  withdrawalRejected: {
    subject: 'Meridian 출금에 실패했습니다',
    body: 'Meridian에서 {{amount}} {{currency}} 출금에 실패했습니다. 금액은 현물 계정으로 반환되어 다시 사용할 수 있습니다. 출금 내역에서 이 출금을 열어 사유와 다음에 할 일을 확인해 주세요.',
  },
  savingsEnded: {
    subject: 'Meridian 정기 예치가 만기되었습니다',
    body: '정기 예치가 만기되었습니다. 원금과 보상을 합한 {{amount}} {{currency}}이(가) 현물 계정으로 이동했습니다.',
  },
  marginLow: {
    subject: 'Meridian 증거금 유지율이 낮습니다',
    body: 'Meridian 선물 계정의 증거금 유지율이 {{percent}}%로 낮아졌습니다. 50%가 되면 모든 포지션이 강제 청산됩니다. 앱에서 자금을 이체하거나 포지션을 청산해 주세요.',
  },
  stoppedOut: {
    subject: 'Meridian 선물 포지션이 강제 청산되었습니다',
    body: 'Meridian 선물 계정의 증거금 유지율이 50%로 낮아져 포지션이 마크 가격으로 강제 청산되고 대기 주문은 취소되었습니다. 가격이 없는 마켓의 포지션은 유지됩니다. 가격과 계산 과정은 앱의 선물 내역에서 확인해 주세요.',
  },
  deleveraged: {
    subject: 'Meridian 선물 포지션이 청산되었습니다',
    body: '지급을 보장하기 위해 거래소가 Meridian 선물 계정의 이익 포지션을 마크 가격에 청산하고 이익을 지급했습니다. 가격과 계산 과정은 앱의 선물 내역에서 확인해 주세요.',
  },
  contractEnds: {
    subject: 'Meridian 선물이 종료됩니다',
    body: '{{contract}} 선물이 {{time}}에 종료됩니다. 그때 보유 포지션은 마크 가격에 청산되고 대기 주문은 취소됩니다. 그 전에 앱에서 포지션을 청산할 수 있습니다.',
  },
  signInCode: {
    subject: 'Meridian 로그인 인증번호',
    body: '새 기기에서 Meridian에 로그인하기 위한 인증번호는 {{code}}입니다. {{minutes}}분 동안 유효합니다. 본인이 아니라면 다른 사람이 비밀번호를 알고 있는 것이니 즉시 비밀번호를 재설정하고 인증번호를 누구에게도 알려 주지 마세요.',
  },
  newDevice: {
    subject: '새 기기에서 Meridian에 로그인했습니다',
    body: '{{time}}에 새 기기(IP 주소: {{address}})에서 Meridian 계정에 로그인했습니다. 본인이 아니라면 즉시 비밀번호를 재설정해 주세요. 모든 기기에서 로그아웃됩니다.',
  },
  devicesSignedOut: {
    subject: '다른 기기가 Meridian에서 로그아웃되었습니다',
    body: 'Meridian 계정이 다른 모든 기기에서 로그아웃되었습니다. 본인이 아니라면 즉시 비밀번호를 재설정해 주세요.',
  },
  addressBound: {
    subject: 'Meridian에 출금 주소가 등록되었습니다',
    body: 'Meridian 계정에 {{currency}} 출금 주소가 등록되었습니다: {{address}}. 본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
  },
  withdrawalRequested: {
    subject: 'Meridian 출금이 신청되었습니다',
    body: 'Meridian 계정에서 {{address}}(으)로 {{amount}} {{currency}} 출금이 신청되었습니다. 본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
  },
  coinsOffered: {
    subject: 'Meridian에서 코인이 판매로 등록되었습니다',
    body: 'Meridian 계정의 {{amount}} {{currency}}이(가) P2P 거래에 판매로 등록되었습니다. 본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터에 문의해 주세요.',
  },
  paymentDeclared: {
    subject: 'Meridian 구매자가 송금을 완료로 표시했습니다',
    body: 'P2P 주문({{amount}} {{currency}})의 구매자가 송금을 완료로 표시했습니다. 코인을 보내기 전에 본인 계좌에 입금되었는지 확인해 주세요. 입금되지 않았다면 앱에서 이의를 제기해 주세요.',
  },
  accountHeld: {
    subject: 'Meridian 계정을 잠갔습니다',
    body: 'Meridian 계정이 잠겼습니다. 모든 기기에서 로그아웃되었고 미체결 주문이 취소되고 있습니다. 계정을 다시 이용하려면 “비밀번호를 잊으셨나요?”에서 새 비밀번호를 설정해 주세요.',
  },
  hold: '본인이 아니라면 여기에서 계정 전체를 잠가 주세요:',
  footer:
    '이 메시지는 Meridian에서 자동으로 발송되었습니다. Meridian은 비밀번호나 인증번호를 절대 묻지 않습니다.',
};
