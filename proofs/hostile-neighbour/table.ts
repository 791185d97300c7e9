import { authModule } from '@wheelhouse/auth';
import { gateway } from '@wheelhouse/gateway';
import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import type { Part } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';

/** What a tenant's cluster and a stranger's requests reach. */
export const modules: readonly Part[] = [authModule, platformModule, k8sMonitorModule, gateway];
