import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../routes/signed-in.tsx';
import { searchOf } from '../../search.ts';

const agents = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents',
  component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
});

const rules = createRoute({
  getParentRoute: () => agents,
  path: '/',
  component: lazyRouteComponent(() => import('./rules-tab.tsx'), 'RulesTab'),
});

const recommendations = createRoute({
  getParentRoute: () => agents,
  path: '/recommendations',
  validateSearch: searchOf('status', 'kind', 'severity', 'cluster_id'),
  component: lazyRouteComponent(() => import('./recommendations-tab.tsx'), 'RecommendationsTab'),
});

const analyses = createRoute({
  getParentRoute: () => agents,
  path: '/analyses',
  validateSearch: searchOf('conclusion', 'cluster_id', 'incident_id', 'created_after'),
  component: lazyRouteComponent(() => import('./analyses-tab.tsx'), 'AnalysesTab'),
});

const verdicts = createRoute({
  getParentRoute: () => agents,
  path: '/verdicts',
  validateSearch: searchOf('verdict', 'rule_id', 'action', 'cluster_id', 'created_after'),
  component: lazyRouteComponent(() => import('./verdicts-tab.tsx'), 'VerdictsTab'),
});

const recommendation = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents/recommendations/$recommendationId',
  component: lazyRouteComponent(() => import('../recommendation/recommendation-page.tsx'), 'RecommendationPage'),
});

const analysis = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents/analyses/$analysisId',
  component: lazyRouteComponent(() => import('../analysis/analysis-page.tsx'), 'AnalysisPage'),
});

export const agentRoutes = [
  agents.addChildren([rules, recommendations, analyses, verdicts]),
  recommendation,
  analysis,
] as const;
