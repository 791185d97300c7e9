import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { actionKinds } from '@wheelhouse/contracts';
import { foundAutonomy, ledgerQuery } from '../../api/autonomy.ts';
import { useClusters } from '../../api/clusters.ts';
import { ChoiceFilter, Filters } from '../../design/filters.tsx';
import { Page } from '../../design/page.tsx';
import { Segments } from '../../design/segments.tsx';
import { Waiting } from '../../design/waiting.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { KindPart } from './kind-part.tsx';

const route = getRouteApi('/signed-in/actions/autonomy');
const above = [{ label: 'Actions', link: { to: '/actions' } }] as const;

const periods = ['7', '30', '90'] as const;
type Period = (typeof periods)[number];
const usual: Period = '30';

/** How far automation can be trusted by now, and how far it may go: the choice is made looking at the evidence. */
export function AutonomyPage() {
  const { days, cluster_id: clusterId } = route.useSearch();
  const navigate = useNavigate();
  const { clusters, byId } = useClusters();
  const period = periods.find((one) => one === days) ?? usual;
  const cluster = clusterId === undefined ? undefined : byId.get(clusterId);
  const ledger = useQuery(ledgerQuery(Number(period), clusterId));
  const levels = useQuery(foundAutonomy);
  const show = (change: { readonly days?: string | undefined; readonly cluster_id?: string | undefined }) =>
    void navigate({ to: '/actions/autonomy', search: (old) => ({ ...old, ...change }), replace: true });
  return (
    <Page
      title="Autonomy"
      above={above}
      state={
        <p className="quiet">
          How actions went, and which kinds may run by themselves. Only decisions are bound by it; what a person
          requests runs. The limits for all of them are under <Link to="/settings/guards">Guards</Link>.
        </p>
      }
    >
      <Filters>
        <Segments
          label="Period"
          value={period}
          choices={periods.map((value) => ({ value, words: `${value} days` }))}
          onChange={(wanted) => show({ days: wanted === usual ? undefined : wanted })}
        />
        <ChoiceFilter
          label="Cluster"
          value={clusterId}
          none="all"
          choices={clusters.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(wanted) => show({ cluster_id: wanted })}
        />
      </Filters>
      <Loaded of={levels} what="the autonomy">
        {(found) => (
          <Loaded of={ledger} what="the ledger">
            {({ data: rows }) =>
              // Never the levels of all clusters where one was asked for.
              clusterId !== undefined && cluster === undefined ? (
                <Waiting what="the cluster" />
              ) : (
                actionKinds.map((kind) => (
                  <KindPart key={kind} kind={kind} rows={rows} found={found} cluster={cluster} byId={byId} />
                ))
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
