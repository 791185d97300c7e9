import { closed } from '@wheelhouse/contracts';
import { Type } from 'typebox';

export const totpSecret = Type.Object({
  secret: Type.String({ description: 'Base32, to type into an authenticator app; shown only once' }),
  otpauth_uri: Type.String({ description: 'The same, as encoded in a QR code' }),
});

export const confirmCode = closed({ code: Type.String({ minLength: 6, maxLength: 16 }) });

/** Either a code of the app or a recovery code. */
export const shownCode = closed({
  code: Type.String({
    minLength: 6,
    maxLength: 64,
    description: 'A code from the authenticator app, or a recovery code',
  }),
});

export const recoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each can be used once instead of a code; shown only once',
  }),
});
