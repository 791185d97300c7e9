import { Link } from '@tanstack/react-router';
import type { Deployment } from '../../api/apps.ts';
import { deploymentTone } from '../../design/app-words.ts';
import type { Tick } from '../../design/score-curve.ts';
import { Status } from '../../design/status.tsx';
import { Time } from '../../design/time.tsx';
import css from './deploy-ticks.module.css';

const named = 3;

export const ticksOf = (deploys: readonly Deployment[]): readonly Tick[] =>
  deploys.map(({ created_at, app_name, revision, phase }) => ({
    at: Date.parse(created_at),
    words: `${app_name} revision ${revision} deployed, ${phase}`,
  }));

/** The ticks of the chart in words: the last ones by name, so that what changed is one click from what it did. */
export function DeployTicks({ deploys }: { readonly deploys: readonly Deployment[] }) {
  if (deploys.length === 0) return null;
  const more = deploys.length - named;
  return (
    <ul className={css['ticks']} aria-label="Deployments in this time, newest first">
      {deploys.slice(0, named).map(({ id, app_id, app_name, revision, phase, created_at }) => (
        <li key={id}>
          <span aria-hidden="true" className="quiet">
            ▴
          </span>
          <Link
            to="/apps/$appId/deployments/$revision"
            params={{ appId: app_id, revision: String(revision) }}
            className="name"
          >
            {app_name} revision {revision}
          </Link>
          <Status tone={deploymentTone[phase]}>{phase}</Status>
          <span className="quiet">
            <Time at={created_at} />
          </span>
        </li>
      ))}
      {more > 0 && <li className="quiet">and {more} more deployments</li>}
    </ul>
  );
}
