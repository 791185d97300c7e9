import { actionAgentModule } from '@wheelhouse/action-agent';
import { agentAnalysisModule } from '@wheelhouse/agent-analysis';
import { agentFeedbackModule } from '@wheelhouse/agent-feedback';
import { agentObservabilityModule } from '@wheelhouse/agent-observability';
import { agentRecommendationModule } from '@wheelhouse/agent-recommendation';
import { authModule } from '@wheelhouse/auth';
import { gateway } from '@wheelhouse/gateway';
import { incidentsModule } from '@wheelhouse/incidents';
import { k8sMonitorModule } from '@wheelhouse/k8s-monitor';
import type { Part } from '@wheelhouse/kit';
import { platformModule } from '@wheelhouse/platform';
import { webhooksModule } from '@wheelhouse/webhooks';

/** What an installation runs, in the order it starts: the door opens last. The only place that knows all of it. */
export const modules: readonly Part[] = [
  authModule,
  platformModule,
  k8sMonitorModule,
  actionAgentModule,
  incidentsModule,
  agentObservabilityModule,
  agentAnalysisModule,
  agentFeedbackModule,
  agentRecommendationModule,
  webhooksModule,
  gateway,
];
