import { ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';

export function NoClusters() {
  return (
    <Empty
      title="Your clusters will appear here"
      command="wheelhouse clusters connect"
      action={
        <ButtonLink to="/clusters/new" look="primary">
          Register cluster
        </ButtonLink>
      }
    >
      <p>
        Connect a cluster, and Wheelhouse shows its health score, what is wrong and what to do about it. Register one
        here, or connect the one your kubectl reaches from a terminal.
      </p>
    </Empty>
  );
}
