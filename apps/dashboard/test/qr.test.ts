import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import { type QrGrid, qrGrid } from '../src/design/qr-grid.ts';

const scale = 4;

/** As a camera would see it. */
function pictureOf(grid: QrGrid) {
  const side = grid.length * scale;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const isDark = grid[Math.floor(y / scale)]?.[Math.floor(x / scale)] === true;
      if (isDark) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  return { width: side, height: side, data };
}

describe('a QR code', () => {
  it.each([
    'a',
    'otpauth://totp/Wheelhouse%20127.0.0.1%3A8080:ada%40acme.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Wheelhouse%20127.0.0.1%3A8080&algorithm=SHA1&digits=6&period=30',
    'ünï¢ödé ☸ 船',
    'Wheel'.repeat(60),
  ])('is read back as it was: %s', (text) => {
    const grid = qrGrid(text);
    expect(grid && decodeQR(pictureOf(grid))).toBe(text);
  });

  it('holds no more than a phone reads with ease', () => {
    expect(qrGrid('x'.repeat(666))).toBeDefined();
    expect(qrGrid('x'.repeat(667))).toBeUndefined();
  });
});
