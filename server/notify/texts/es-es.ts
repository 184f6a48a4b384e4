/** Notices in Spanish. */
import type { NoticeTexts } from '../notices.ts';

export const noticeTextsEsEs: NoticeTexts = {
  registerCode: {
    subject: 'Tu código de registro de Meridian',
    body: 'Tu código de registro de Meridian es {{code}}. Es válido durante {{minutes}} minutos. No lo compartas con nadie.',
  },
  passwordResetCode: {
    subject: 'Tu código para restablecer la contraseña de Meridian',
    body: 'Tu código para restablecer la contraseña de Meridian es {{code}}. Es válido durante {{minutes}} minutos. Si no lo has pedido, ignora este mensaje y no compartas el código con nadie.',
  },
  accountExists: {
    subject: 'Ya tienes una cuenta de Meridian',
    body: 'Alguien ha querido registrarse en Meridian con esta dirección o este número, que ya tiene una cuenta. Si has sido tú, inicia sesión o restablece la contraseña. Si no, no tienes que hacer nada.',
  },
  signInLocked: {
    subject: 'Inicio de sesión de Meridian en pausa',
    body: 'Ha habido demasiados intentos fallidos de inicio de sesión en tu cuenta de Meridian, así que el acceso queda en pausa un tiempo. Si no has sido tú, elige una contraseña nueva con «¿Has olvidado la contraseña?».',
  },
  passwordChanged: {
    subject: 'Se ha cambiado tu contraseña de Meridian',
    body: 'Se ha cambiado la contraseña de tu cuenta de Meridian y se ha cerrado la sesión en todos los dispositivos. Si no has sido tú, restablece la contraseña de inmediato y ponte en contacto con soporte.',
  },
  sessionRevoked: {
    subject: 'Se ha cerrado una sesión de Meridian',
    body: 'Se ha vuelto a usar una credencial de sesión antigua de tu cuenta de Meridian, así que hemos cerrado la sesión de ese dispositivo. Si no te lo esperabas, cambia la contraseña.',
  },
  footer:
    'Meridian ha enviado este mensaje automáticamente. Meridian nunca te pide la contraseña ni los códigos.',
};
