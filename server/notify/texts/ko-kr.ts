/** Notices in Korean. */
import type { NoticeTexts } from '../notices.ts';

export const noticeTextsKoKr: NoticeTexts = {
  registerCode: {
    subject: 'Meridian 가입 인증 코드',
    body: 'Meridian 가입 인증 코드는 {{code}}입니다. {{minutes}}분 동안 유효합니다. 누구에게도 알려주지 마세요.',
  },
  passwordResetCode: {
    subject: 'Meridian 비밀번호 재설정 인증 코드',
    body: 'Meridian 비밀번호 재설정 인증 코드는 {{code}}입니다. {{minutes}}분 동안 유효합니다. 직접 요청하지 않았다면 이 메시지를 무시하고 코드를 누구에게도 알려주지 마세요.',
  },
  accountExists: {
    subject: '이미 Meridian 계정이 있습니다',
    body: '누군가 이 주소 또는 번호로 Meridian 가입을 시도했지만 이미 계정이 있습니다. 본인이라면 로그인하거나 비밀번호를 재설정하세요. 본인이 아니라면 아무것도 하지 않아도 됩니다.',
  },
  signInLocked: {
    subject: 'Meridian 로그인이 일시 중지되었습니다',
    body: 'Meridian 계정에 로그인 실패가 너무 많아 로그인이 잠시 중지되었습니다. 본인이 아니라면 ‘비밀번호 찾기’에서 새 비밀번호를 설정하세요.',
  },
  passwordChanged: {
    subject: 'Meridian 비밀번호가 변경되었습니다',
    body: 'Meridian 계정의 비밀번호가 변경되어 모든 기기에서 로그아웃되었습니다. 본인이 아니라면 즉시 비밀번호를 재설정하고 고객 지원에 문의하세요.',
  },
  sessionRevoked: {
    subject: 'Meridian 기기가 로그아웃되었습니다',
    body: 'Meridian 계정의 만료된 로그인 토큰이 다시 사용되어 해당 기기를 로그아웃했습니다. 의심스럽다면 비밀번호를 변경하세요.',
  },
  footer:
    '이 메시지는 Meridian에서 자동으로 발송되었습니다. Meridian은 비밀번호나 코드를 절대 묻지 않습니다.',
};
