import { encodeQR } from 'qr';

/** Rows of dark and light modules, with the quiet zone around them. */
export type QrGrid = readonly (readonly boolean[])[];

/** What a phone still reads with ease. */
const mostBytes = 666;

/** Undefined when the text is too long. */
export function qrGrid(text: string): QrGrid | undefined {
  if (new TextEncoder().encode(text).length > mostBytes) return undefined;
  return encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 });
}
