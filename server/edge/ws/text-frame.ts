/** A message as the bytes of one WebSocket frame, so that it is encoded once for any number of readers. */

/** Final frame, opcode 1 (text), RFC 6455 section 5.2. */
const FINAL_TEXT = 0x81;
const LENGTH_IN_2_BYTES = 126;
const LENGTH_IN_8_BYTES = 127;

/** One unfragmented, uncompressed, unmasked text frame, as a server sends it. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headerBytes = length < LENGTH_IN_2_BYTES ? 2 : length < 0x1_0000 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = FINAL_TEXT;
  if (headerBytes === 2) {
    frame[1] = length;
  } else if (headerBytes === 4) {
    frame[1] = LENGTH_IN_2_BYTES;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_IN_8_BYTES;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerBytes);
  return frame;
}
