import { authModule } from '@wheelhouse/auth';
import { gateway } from '@wheelhouse/gateway';
import type { Part } from '@wheelhouse/kit';
import { paperModule } from '../../../services/gateway/test/paper-module.ts';

/** Three are on paper: programs of the proof answer in their place. */
export const modules: readonly Part[] = [
  authModule,
  paperModule('healthy', 8060),
  paperModule('sick', 8061),
  paperModule('faulty', 8062),
  gateway,
];
