import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { appsEveryMs, changingEveryMs, historyPath, statusPath } from '../../api/apps.ts';
import { reading } from '../../api/reading.ts';
import { deploymentTone } from '../../design/app-words.ts';
import { Section } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { Table } from '../../design/table.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { useApp } from './app-context.ts';
import { isChanging } from './app-page.tsx';
import { RevisionLink } from './app-state-line.tsx';
import { deploymentColumns, deploymentKey } from './deployment-columns.tsx';
import { Image } from './image.tsx';
import { Outcome } from './outcome.tsx';
import css from './overview-tab.module.css';
import { PodsPart } from './pods-part.tsx';
import { Rail } from './rail.tsx';
import { RunsPart } from './runs-part.tsx';

const lastFive = 5;

/** How the newest deployment stands, what runs and whether it answers, and what was deployed last. */
export function OverviewTab() {
  const app = useApp();
  const { id, deployment } = app;
  const refetchInterval = isChanging(app) ? changingEveryMs : appsEveryMs;
  const status = useQuery({ ...reading(statusPath, { params: { id } }), refetchInterval });
  const last = useQuery({
    ...reading(historyPath, { params: { id }, query: { limit: lastFive } }),
    refetchInterval: appsEveryMs,
  });
  return (
    <>
      <section className={css['deployment']} aria-label="Newest deployment">
        <p className={css['head']}>
          <strong>
            <RevisionLink appId={id} revision={deployment.revision} />
          </strong>
          <Status tone={deploymentTone[deployment.phase]}>{deployment.phase}</Status>
          <Image image={deployment.image} />
          {deployment.note !== null && <span className="name quiet">“{deployment.note}”</span>}
        </p>
        <Rail deployment={deployment} />
        <Outcome deployment={deployment} />
      </section>
      <Loaded of={status} what="what runs">
        {(now) => (
          <>
            <RunsPart app={app} status={now} />
            <PodsPart app={app} status={now} />
          </>
        )}
      </Loaded>
      <Section
        title="Last deployments"
        actions={
          <Link to="/apps/$appId/deployments" params={{ appId: id }}>
            All deployments
          </Link>
        }
      >
        <Loaded of={last} what="the last deployments">
          {({ data }) => (
            <Table label="Last deployments" columns={deploymentColumns} rows={data} keyOf={deploymentKey} />
          )}
        </Loaded>
      </Section>
    </>
  );
}
