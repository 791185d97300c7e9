import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';

export function NoClusters() {
  return (
    <Empty
      title="Your clusters will appear here"
      command="npx wheelhouse clusters register NAME --kubeconfig FILE"
      action={
        <ButtonLink to="/clusters/new" look="primary">
          Register cluster
        </ButtonLink>
      }
    >
      <p>
        Register a cluster, and Wheelhouse shows its health score, what is wrong and what to do about it. Register one
        here or in a terminal.
      </p>
    </Empty>
  );
}
