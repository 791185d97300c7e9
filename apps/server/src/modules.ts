import { authModule } from '@wheelhouse/auth';
import type { Module } from '@wheelhouse/kit';

/** The modules an installation runs, in the order they start. The only place that knows all of them. */
export const modules: readonly Module[] = [authModule];
