import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Page } from '../../design/page.tsx';
import { Loaded } from '../../loading/loaded.tsx';
import { foundSettings } from './approvals/found-settings.ts';
import { GuardForm } from './guards/guard-form.tsx';

/** What keeps automation in bounds, each as a sentence that can be changed. */
export function GuardsPage() {
  const query = useQuery(foundSettings);
  return (
    <Page
      title="Guards"
      state={
        <p className="quiet">
          What actions may not do, on any cluster of this tenant. Which kinds may run by themselves is under{' '}
          <Link to="/actions/autonomy">Autonomy</Link>.
        </p>
      }
    >
      <Loaded of={query} what="the guards">
        {(found) => <GuardForm key={found.etag} found={found} />}
      </Loaded>
    </Page>
  );
}
