/** Reads a file as a data URL. */

/** A chunk of this size fits into the arguments of a call in every browser. */
const CHUNK_BYTES = 0x80_00;

/** Returns a file as a data URL. */
export async function dataUrlOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let characters = '';
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
    characters += String.fromCodePoint(...bytes.subarray(from, from + CHUNK_BYTES));
  return `data:${file.type};base64,${btoa(characters)}`;
}
