import { useCloudspaces } from '../../api/apps.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';

/** The next step depends on what there is: first a CloudSpace, then an app in it. */
export function NoApps() {
  const { cloudspaces, isPending } = useCloudspaces();
  if (isPending) return null;
  if (cloudspaces.length === 0)
    return (
      <Empty
        title="Your apps will appear here"
        command="wheelhouse cloudspaces create shop-apps --cluster NAME"
        action={
          <ButtonLink to="/cloudspaces/new" look="primary">
            Create a CloudSpace
          </ButtonLink>
        }
      >
        <p>
          An app is one image that runs in a cluster. It lives in a CloudSpace, a namespace with a quota and walls
          around it, and there is none yet. Create one first, then deploy an app into it.
        </p>
      </Empty>
    );
  return (
    <Empty
      title="Your apps will appear here"
      command={`wheelhouse apps create checkout --cloudspace ${cloudspaces[0]?.name ?? 'NAME'} --image registry.example.com/shop/checkout:1.4 --port 8080`}
      action={
        <ButtonLink to="/apps/new" look="primary">
          Deploy an app
        </ButtonLink>
      }
    >
      <p>
        Bring an image and say which port it listens on. Wheelhouse deploys it and asks it a real request: you get an
        address that answers, or one sentence on why it does not.
      </p>
    </Empty>
  );
}
