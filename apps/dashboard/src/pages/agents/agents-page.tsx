import { useInfiniteQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { openRecommendations } from '../../api/agents.ts';
import { Page } from '../../design/page.tsx';
import { Tabs } from '../../design/tabs.tsx';

const everyMs = 30_000;

/** How trouble is looked into, what is done about it, and how well that went. */
export function AgentsPage() {
  const { data } = useInfiniteQuery({ ...openRecommendations({ limit: 1 }), refetchInterval: everyMs });
  const open = data?.pages[0]?.total;
  return (
    <Page
      title="Agents"
      state={
        <p className="quiet">
          Every incident is looked into by rules, without a model: each proposes one thing that helped before, or says
          what would help.
        </p>
      }
    >
      <Tabs
        label="Agents"
        tabs={[
          { label: 'Loop and rules', link: { to: '/agents' } },
          {
            label: 'Recommendations',
            count: open === 0 ? undefined : open,
            link: { to: '/agents/recommendations' },
          },
          { label: 'Analyses', link: { to: '/agents/analyses' } },
          { label: 'Verdicts', link: { to: '/agents/verdicts' } },
        ]}
      />
      <Outlet />
    </Page>
  );
}
