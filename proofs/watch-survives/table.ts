import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import type { Module } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';

/** The monitor and what it asks for clusters, and nothing else. */
export const modules: readonly Module[] = [platformModule, k8sMonitorModule];
