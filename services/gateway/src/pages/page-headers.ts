/** What the page may do. Nothing inline, nothing from elsewhere, and no text that becomes markup or code. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

/** Of what a browser can do for a page, it needs none of these. */
const switchedOff = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

const ownOriginOnly = { 'cross-origin-resource-policy': 'same-origin' };

export const pageHeaders: Readonly<Record<string, string>> = {
  ...ownOriginOnly,
  'content-security-policy': Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': switchedOff.map((feature) => `${feature}=()`).join(', '),
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-cache',
  // Whoever does not navigate is told at the same place that there is nothing.
  vary: 'accept, accept-encoding, sec-fetch-dest',
};

/** Of a file whose name stays when its content changes. */
export const fileHeaders: Readonly<Record<string, string>> = { ...ownOriginOnly, 'cache-control': 'no-cache' };

/** Of a file whose name holds a hash of its content. */
export const hashedFileHeaders: Readonly<Record<string, string>> = {
  ...ownOriginOnly,
  'cache-control': 'public, max-age=31536000, immutable',
};
