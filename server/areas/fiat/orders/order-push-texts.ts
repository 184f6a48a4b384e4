/** Texts of push notifications about fiat orders. They have no names, amounts or accounts, because a locked screen may show them. */
import { z } from 'zod';
import type { Locale } from '../../../../contract/languages.ts';

/** The subjects of notifications. */
export const orderPushAbout = z.enum([
  'pay_now',
  'order_received',
  'payment_declared',
  'confirmation_postponed',
  'marked_abnormal',
  'rights_applied',
  'rights_withdrawn',
  'completed',
  'cancelled',
  'message',
]);
export type OrderPushAbout = z.infer<typeof orderPushAbout>;

/** One language: the heading of all notifications, and a sentence for each. */
export type OrderPushTexts = { readonly title: string } & Readonly<Record<OrderPushAbout, string>>;

/** A missing language or text does not compile. */
export const ORDER_PUSH_TEXTS: Readonly<Record<Locale, OrderPushTexts>> = {
  'zh-CN': {
    title: 'Meridian 法币订单',
    pay_now: '订单已创建，请在付款时限内付款。',
    order_received: '您收到了一笔新的法币订单。',
    payment_declared: '买家表示已付款，请核实到账后再确认收款。',
    confirmation_postponed: '卖家已延期确认，请等待卖家确认收款。',
    marked_abnormal: '对方报告订单异常，请查看说明。',
    rights_applied: '对方已提起申诉，订单计时已停止。',
    rights_withdrawn: '申诉已撤销，订单继续进行。',
    completed: '订单已完成。',
    cancelled: '订单已取消。',
    message: '您收到一条订单消息。',
  },
  'zh-HK': {
    title: 'Meridian 法幣訂單',
    pay_now: '訂單已建立，請於付款時限內付款。',
    order_received: '您收到一筆新的法幣訂單。',
    payment_declared: '買家表示已付款，請核實到賬後再確認收款。',
    confirmation_postponed: '賣家已延期確認，請等待賣家確認收款。',
    marked_abnormal: '對方報告訂單異常，請查看說明。',
    rights_applied: '對方已提出申訴，訂單計時已停止。',
    rights_withdrawn: '申訴已撤回，訂單繼續進行。',
    completed: '訂單已完成。',
    cancelled: '訂單已取消。',
    message: '您收到一則訂單訊息。',
  },
  'en-US': {
    title: 'Meridian P2P order',
    pay_now: 'Your order was placed. Pay before the time runs out.',
    order_received: 'You have a new P2P order.',
    payment_declared:
      'The buyer marked the order as paid. Check that the money has arrived before you confirm.',
    confirmation_postponed: 'The seller needs more time to confirm. The crypto stays in escrow.',
    marked_abnormal: 'The other party reported a problem with the order. Read their note.',
    rights_applied: 'The other party filed an appeal. The order timer has stopped.',
    rights_withdrawn: 'The appeal was withdrawn. The order continues.',
    completed: 'Your order is complete.',
    cancelled: 'Your order was canceled.',
    message: 'You have a new message about an order.',
  },
  'ja-JP': {
    title: 'Meridian P2P注文',
    pay_now: '注文が作成されました。支払期限までにお支払いください。',
    order_received: '新しいP2P注文が届きました。',
    payment_declared:
      '買い手から支払い完了の連絡がありました。着金を確認してからコインをリリースしてください。',
    confirmation_postponed: '売り手が確認を延期しました。コインは引き続き拘束されています。',
    marked_abnormal: '取引相手が注文の問題を報告しました。内容をご確認ください。',
    rights_applied: '取引相手が異議申し立てを行い、注文の残り時間のカウントが停止しました。',
    rights_withdrawn: '異議申し立てが取り下げられ、注文が再開されました。',
    completed: '注文が完了しました。',
    cancelled: '注文がキャンセルされました。',
    message: '注文に新しいメッセージがあります。',
  },
  'ko-KR': {
    title: 'Meridian P2P 주문',
    pay_now: '주문이 생성되었습니다. 결제 기한 안에 결제해 주세요.',
    order_received: '새 P2P 주문이 들어왔습니다.',
    payment_declared: '구매자가 결제 완료를 알렸습니다. 입금을 확인한 뒤 코인을 릴리스해 주세요.',
    confirmation_postponed: '판매자가 확인을 연기했습니다. 코인은 에스크로에 계속 보관됩니다.',
    marked_abnormal: '상대방이 주문의 문제를 신고했습니다. 내용을 확인해 주세요.',
    rights_applied: '상대방이 이의를 제기하여 주문의 제한 시간이 멈췄습니다.',
    rights_withdrawn: '이의 제기가 철회되어 주문이 다시 진행됩니다.',
    completed: '주문이 완료되었습니다.',
    cancelled: '주문이 취소되었습니다.',
    message: '주문에 새 메시지가 있습니다.',
  },
  'th-TH': {
    title: 'ออเดอร์ P2P Meridian',
    pay_now: 'สร้างออเดอร์แล้ว กรุณาชำระเงินก่อนหมดเวลา',
    order_received: 'คุณได้รับออเดอร์ P2P ใหม่',
    payment_declared: 'ผู้ซื้อแจ้งว่าชำระเงินแล้ว กรุณาตรวจสอบว่าเงินเข้าจริงก่อนยืนยัน',
    confirmation_postponed: 'ผู้ขายเลื่อนการยืนยัน เหรียญยังถูกกันไว้ให้คุณ',
    marked_abnormal: 'อีกฝ่ายแจ้งปัญหาของออเดอร์ กรุณาอ่านข้อความ',
    rights_applied: 'อีกฝ่ายยื่นอุทธรณ์ เวลาของออเดอร์หยุดแล้ว',
    rights_withdrawn: 'อุทธรณ์ถูกถอนแล้ว ออเดอร์ดำเนินต่อ',
    completed: 'ออเดอร์สำเร็จแล้ว',
    cancelled: 'ออเดอร์ถูกยกเลิกแล้ว',
    message: 'มีข้อความใหม่ในออเดอร์ของคุณ',
  },
  'vi-VN': {
    title: 'Đơn P2P Meridian',
    pay_now: 'Đơn đã được tạo. Vui lòng thanh toán trong thời hạn.',
    order_received: 'Bạn có một đơn P2P mới.',
    payment_declared: 'Người mua báo đã thanh toán. Hãy kiểm tra tiền đã về rồi xác nhận.',
    confirmation_postponed: 'Người bán đã gia hạn xác nhận. Vui lòng chờ người bán xác nhận.',
    marked_abnormal: 'Đối tác đã báo sự cố với đơn. Vui lòng xem ghi chú.',
    rights_applied: 'Đối tác đã gửi khiếu nại. Thời hạn của đơn đã tạm dừng.',
    rights_withdrawn: 'Khiếu nại đã được rút. Đơn tiếp tục.',
    completed: 'Đơn đã hoàn tất.',
    cancelled: 'Đơn đã bị hủy.',
    message: 'Bạn có tin nhắn mới trong đơn.',
  },
  'de-DE': {
    title: 'P2P-Order bei Meridian',
    pay_now: 'Ihre Order wurde aufgegeben. Bitte zahlen Sie, bevor die Zeit abläuft.',
    order_received: 'Sie haben eine neue P2P-Order.',
    payment_declared:
      'Der Käufer hat die Order als bezahlt markiert. Prüfen Sie den Geldeingang, bevor Sie bestätigen.',
    confirmation_postponed: 'Der Verkäufer hat die Frist verlängert. Die Coins bleiben hinterlegt.',
    marked_abnormal: 'Die Gegenseite hat ein Problem gemeldet. Bitte lesen Sie die Nachricht.',
    rights_applied: 'Die Gegenseite hat Einspruch eingelegt. Die Frist ruht.',
    rights_withdrawn: 'Der Einspruch wurde zurückgezogen. Die Order läuft weiter.',
    completed: 'Ihre Order ist abgeschlossen.',
    cancelled: 'Ihre Order wurde storniert.',
    message: 'Zu einer Order gibt es eine neue Nachricht.',
  },
  'fr-FR': {
    title: 'Commande P2P Meridian',
    pay_now: 'Commande passée. Payez avant la fin du délai.',
    order_received: 'Vous avez reçu une nouvelle commande P2P.',
    payment_declared:
      'L’acheteur déclare avoir payé. Vérifiez que le paiement est arrivé avant de confirmer.',
    confirmation_postponed: 'Le vendeur a prolongé le délai. Attendez qu’il confirme la réception.',
    marked_abnormal: 'L’autre partie a signalé un problème avec la commande. Lisez son message.',
    rights_applied: 'L’autre partie a ouvert un litige. Le délai de la commande est suspendu.',
    rights_withdrawn: 'Le litige a été abandonné. La commande continue.',
    completed: 'La commande est terminée.',
    cancelled: 'La commande est annulée.',
    message: 'Vous avez un nouveau message dans une commande.',
  },
  'es-ES': {
    title: 'Orden P2P de Meridian',
    pay_now: 'Tu orden está creada. Paga antes de que se agote el tiempo.',
    order_received: 'Has recibido una nueva orden P2P.',
    payment_declared:
      'El comprador indica que ha pagado. Comprueba que el dinero ha llegado antes de confirmar.',
    confirmation_postponed:
      'El vendedor ha aplazado la confirmación. Las criptomonedas siguen bloqueadas para ti.',
    marked_abnormal: 'La otra parte ha notificado un problema con la orden. Lee su nota.',
    rights_applied:
      'La otra parte ha presentado una apelación. El plazo de la orden se ha detenido.',
    rights_withdrawn: 'La apelación se ha retirado. La orden continúa.',
    completed: 'La orden se ha completado.',
    cancelled: 'La orden se ha cancelado.',
    message: 'Tienes un mensaje nuevo en una orden.',
  },
};
