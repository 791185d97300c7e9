import type { SessionCase } from './case.ts';
import { enumeration } from './enumeration.ts';
import { fixation } from './fixation.ts';
import { lockOut } from './lock-out.ts';
import { origin } from './origin.ts';
import { resetLink } from './reset-link.ts';
import { secondFactor } from './second-factor.ts';
import { signOut } from './sign-out.ts';
import { ssoCases } from './sso.ts';
import { throttle } from './throttle.ts';
import { throughTheGateway } from './through-the-gateway.ts';

export const sessionCases: readonly SessionCase[] = [
  fixation,
  origin,
  signOut,
  secondFactor,
  resetLink,
  throttle,
  lockOut,
  enumeration,
  ...ssoCases,
  throughTheGateway,
];
