import { Link, type LinkProps } from '@tanstack/react-router';
import type { TimelineEntry } from '../../api/incidents.ts';

type Reference = NonNullable<TimelineEntry['ref']>;

/** Where it leads is made of what it is, never of an address that an entry holds. */
function leadsTo(type: Reference['type'], id: string): readonly [words: string, link: LinkProps] | undefined {
  switch (type) {
    case 'action':
      return ['See the action', { to: '/actions/$actionId', params: { actionId: id } }];
    case 'app':
      return ['See the app', { to: '/apps/$appId', params: { appId: id } }];
    case 'app_deployment': {
      const [appId = '', revision = ''] = id.split('/');
      return ['See the deployment', { to: '/apps/$appId/deployments/$revision', params: { appId, revision } }];
    }
    case 'incident':
      return ['See the incident', { to: '/incidents/$incidentId', params: { incidentId: id } }];
    case 'window':
      return ['See the maintenance windows', { to: '/incidents/windows' }];
    case 'analysis':
      return ['See the analysis', { to: '/agents/analyses/$analysisId', params: { analysisId: id } }];
    case 'agent_run':
    case 'event':
    case 'signal':
      return undefined;
    default:
      throw new RangeError(`Nothing is known of an entry about ${JSON.stringify(type satisfies never)}`);
  }
}

export function EntryLink({ reference }: { readonly reference: Reference }) {
  const [words, link] = leadsTo(reference.type, reference.id) ?? [];
  return link === undefined ? null : <Link {...link}>{words}</Link>;
}
