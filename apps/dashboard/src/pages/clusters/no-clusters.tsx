import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';

export function NoClusters() {
  return (
    <Empty
      title="Your clusters will be here"
      command="npx wheelhouse clusters register NAME --kubeconfig FILE"
      action={
        <ButtonLink to="/clusters/new" look="primary">
          Register cluster
        </ButtonLink>
      }
    >
      <p>
        Register a cluster, and Wheelhouse watches it: its score, what is wrong in it, and what to do. Register it here,
        or in a terminal.
      </p>
    </Empty>
  );
}
