import type { Module } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';

/** Platform and nothing else. */
export const modules: readonly Module[] = [platformModule];
