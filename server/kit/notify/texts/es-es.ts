/** Notices in Spanish. */
import type { NoticeTexts } from '../notices.types.ts';

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
    body: 'Alguien ha querido registrarse en Meridian con esta dirección de correo o este número de móvil, que ya tiene una cuenta. Si has sido tú, inicia sesión o restablece la contraseña. Si no, no tienes que hacer nada.',
  },
  signInLocked: {
    subject: 'Inicio de sesión en Meridian en pausa',
    body: 'Ha habido demasiados intentos fallidos de inicio de sesión en tu cuenta de Meridian, así que el inicio de sesión queda en pausa un tiempo. Si no has sido tú, elige una contraseña nueva con «¿Has olvidado la contraseña?».',
  },
  passwordChanged: {
    subject: 'Se ha restablecido tu contraseña de acceso de Meridian',
    body: 'Se ha restablecido la contraseña de acceso de tu cuenta de Meridian y se ha cerrado la sesión en todos los dispositivos. Los retiros quedan en pausa durante 24 horas. Si no has sido tú, vuelve a restablecer la contraseña de inmediato y contacta con soporte.',
  },
  sessionRevoked: {
    subject: 'Se ha cerrado una sesión de Meridian',
    body: 'Se ha vuelto a usar una sesión antigua de tu cuenta de Meridian, así que la hemos cerrado en ese dispositivo. Si no te lo esperabas, cambia la contraseña.',
  },
  bindAddressCode: {
    subject: 'Tu código de Meridian para una dirección de retiro',
    body: 'Tu código de Meridian para añadir una dirección de retiro es {{code}}. Es válido durante {{minutes}} minutos. Si no estás añadiendo ninguna dirección, cambia la contraseña de inmediato y no compartas el código con nadie.',
  },
  secretsLocked: {
    subject: 'Algunas acciones de tu cuenta de Meridian están en pausa',
    body: 'Se han introducido demasiadas contraseñas o códigos incorrectos en tu cuenta de Meridian, así que los retiros, la liberación de criptomonedas y los cambios de seguridad quedan en pausa un tiempo. Si no has sido tú, elige una contraseña nueva con «¿Has olvidado la contraseña?»: se cerrará la sesión en todos los dispositivos.',
  },
  passwordAmended: {
    subject: 'Se ha cambiado tu contraseña de acceso de Meridian',
    body: 'Se ha cambiado la contraseña de acceso de tu cuenta de Meridian y se ha cerrado la sesión en los demás dispositivos. Los retiros quedan en pausa durante 24 horas. Si no has sido tú, restablece la contraseña de inmediato y contacta con soporte.',
  },
  payPasswordSet: {
    subject: 'Se ha creado tu contraseña de transacción de Meridian',
    body: 'Se ha creado una contraseña de transacción para tu cuenta de Meridian y se ha cerrado la sesión en los demás dispositivos. Si no has sido tú, restablece la contraseña de acceso de inmediato y contacta con soporte.',
  },
  payPasswordChanged: {
    subject: 'Se ha cambiado tu contraseña de transacción de Meridian',
    body: 'Se ha cambiado la contraseña de transacción de tu cuenta de Meridian y se ha cerrado la sesión en los demás dispositivos. Los retiros quedan en pausa durante 24 horas. Si no has sido tú, restablece la contraseña de acceso de inmediato y contacta con soporte.',
  },
  googleBound: {
    subject: 'App de autenticación vinculada a Meridian',
    body: 'Se ha vinculado una app de autenticación a tu cuenta de Meridian y se ha cerrado la sesión en los demás dispositivos. Si no has sido tú, restablece la contraseña de inmediato y contacta con soporte.',
  },
  googleUnbound: {
    subject: 'App de autenticación desvinculada de Meridian',
    body: 'Se ha desvinculado la app de autenticación de tu cuenta de Meridian y se ha cerrado la sesión en los demás dispositivos. Los retiros quedan en pausa durante 24 horas. Si no has sido tú, restablece la contraseña de inmediato y contacta con soporte.',
  },
  verificationCertified: {
    subject: 'Tu identidad está verificada en Meridian',
    body: 'La verificación de tu identidad en Meridian ha terminado. Ya puedes operar y retirar fondos.',
  },
  verificationFailed: {
    subject: 'Meridian no ha podido verificar tu identidad',
    body: 'No hemos podido verificar los documentos que enviaste a Meridian. Abre la verificación de identidad en la app para ver el motivo y enviarlos de nuevo.',
  },
  feedbackReplied: {
    subject: 'Meridian ha respondido a tu consulta',
    body: 'Hay una respuesta a tu consulta en Meridian. Puedes leerla en la app, en «Mis consultas».',
  },
  depositCredited: {
    subject: 'Depósito acreditado en Meridian',
    body: 'Tu depósito de {{amount}} {{currency}} se ha acreditado en tu cuenta de Meridian. Ya puedes operar con él; podrás retirarlo cuando tenga suficientes confirmaciones de la red.',
  },
  withdrawalSent: {
    subject: 'Retiro enviado desde Meridian',
    body: 'Tu retiro de {{amount}} {{currency}} de Meridian se ha realizado. Si no has sido tú, contacta con soporte de inmediato.',
  },
  withdrawalRejected: {
    subject: 'Retiro de Meridian no realizado',
    body: 'Tu retiro de {{amount}} {{currency}} de Meridian no se ha realizado. El importe vuelve a estar disponible en tu cuenta spot. Abre el retiro en el historial de retiros para ver el motivo y qué puedes hacer ahora.',
  },
  savingsEnded: {
    subject: 'Tu ahorro cripto en Meridian ha vencido',
    body: 'Tu ahorro cripto ha vencido. El capital y los rendimientos, en total {{amount}} {{currency}}, están en tu cuenta spot.',
  },
  marginLow: {
    subject: 'Tu nivel de margen en Meridian es bajo',
    body: 'El nivel de margen de tu cuenta de contratos en Meridian ha bajado al {{percent}} %. Al 50 % se liquidan todas tus posiciones. Haz una transferencia a esa cuenta o cierra posiciones en la aplicación.',
  },
  stoppedOut: {
    subject: 'Tus posiciones de contratos en Meridian se han liquidado',
    body: 'El nivel de margen de tu cuenta de contratos en Meridian ha bajado al 50 %, así que tus posiciones se han liquidado al precio de marca y tus órdenes pendientes se han cancelado. Las posiciones de mercados sin precio siguen abiertas. Consulta el precio y el cálculo en el historial de contratos de la aplicación.',
  },
  deleveraged: {
    subject: 'Tus posiciones de contratos en Meridian se han cerrado',
    body: 'La plataforma ha cerrado al precio de marca, con su ganancia, posiciones de contratos de tu cuenta de Meridian para asegurar todos los pagos. Consulta el precio y el cálculo en el historial de contratos de la aplicación.',
  },
  contractEnds: {
    subject: 'Un contrato de Meridian va a terminar',
    body: 'El contrato {{contract}} termina el {{time}}. Entonces las posiciones abiertas se cerrarán al precio de marca y las órdenes pendientes se cancelarán. Puedes cerrar tus posiciones antes en la aplicación.',
  },
  signInCode: {
    subject: 'Tu código de inicio de sesión de Meridian',
    body: 'Tu código para iniciar sesión en Meridian en un dispositivo nuevo es {{code}}. Es válido durante {{minutes}} minutos. No lo compartas con nadie. Si no has sido tú, alguien conoce tu contraseña: restablécela de inmediato.',
  },
  newDevice: {
    subject: 'Un dispositivo nuevo ha iniciado sesión en Meridian',
    body: 'Un dispositivo nuevo inició sesión en tu cuenta de Meridian el {{time}} desde la dirección IP {{address}}. Si no has sido tú, restablece la contraseña de inmediato: así se cierra la sesión en todos los dispositivos.',
  },
  devicesSignedOut: {
    subject: 'Sesión de Meridian cerrada en otros dispositivos',
    body: 'Se ha cerrado la sesión de tu cuenta de Meridian en los demás dispositivos. Si no has sido tú, restablece la contraseña de inmediato.',
  },
  addressBound: {
    subject: 'Dirección de retiro añadida en Meridian',
    body: 'Se ha añadido una dirección de retiro de {{currency}} a tu cuenta de Meridian: {{address}}. Si no has sido tú, restablece la contraseña de inmediato y contacta con soporte.',
  },
  withdrawalRequested: {
    subject: 'Retiro solicitado en Meridian',
    body: 'Se ha solicitado un retiro de {{amount}} {{currency}} a {{address}} desde tu cuenta de Meridian. Si no has sido tú, restablece la contraseña de inmediato y contacta con soporte.',
  },
  coinsOffered: {
    subject: 'Tus criptomonedas se han ofrecido en venta en Meridian',
    body: 'Se han ofrecido en venta {{amount}} {{currency}} de tu cuenta de Meridian en la compraventa P2P. Si no has sido tú, restablece la contraseña de inmediato y contacta con soporte.',
  },
  paymentDeclared: {
    subject: 'Un comprador ha marcado un pago en Meridian',
    body: 'El comprador de tu orden P2P de {{amount}} {{currency}} ha marcado el pago como enviado. Antes de liberar, comprueba que el dinero ha llegado a tu propia cuenta. Si no ha llegado, presenta una apelación en la aplicación.',
  },
  accountHeld: {
    subject: 'Has bloqueado tu cuenta de Meridian',
    body: 'Tu cuenta de Meridian está bloqueada: se ha cerrado la sesión en todos los dispositivos y se están cancelando tus órdenes abiertas. Para volver a usarla, elige una contraseña nueva con «¿Has olvidado la contraseña?».',
  },
  hold: 'Si no has sido tú, bloquea aquí toda tu cuenta:',
  footer:
    'Meridian ha enviado este mensaje automáticamente. Meridian nunca te pide la contraseña ni los códigos.',
};
