import { closed } from '@wheelhouse/contracts';
import { Type } from 'typebox';

export const totpSecret = Type.Object({
  secret: Type.String({ description: 'base32, to type into an authenticator app; told once' }),
  otpauth_uri: Type.String({ description: 'the same as a QR code holds it' }),
});

export const confirmCode = closed({ code: Type.String({ minLength: 6, maxLength: 16 }) });

/** Either a code of the app or a recovery code. */
export const shownCode = closed({
  code: Type.String({ minLength: 6, maxLength: 64, description: 'a code of the app, or a recovery code' }),
});

export const recoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'each good once in place of a code; told once' }),
});
