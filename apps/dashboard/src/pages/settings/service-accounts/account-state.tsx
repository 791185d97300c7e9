import { Status } from '../../../design/status.tsx';
import type { Account } from './paths.ts';

export function AccountState({ state }: Pick<Account, 'state'>) {
  return <Status tone={state === 'active' ? 'ok' : 'unknown'}>{state}</Status>;
}
