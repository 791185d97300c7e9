import { type Account, unbroken } from './kubectl-commands.ts';

/** How one comes into a cluster, as the form holds it. Only ever in a component's memory. */
export interface Access {
  readonly way: 'kubectl' | 'kubeconfig' | 'token';
  readonly kubeconfig: string;
  readonly context: string;
  readonly server: string;
  readonly certificate_authority: string;
  readonly token: string;
}

export interface AccessFieldsProps {
  readonly access: Access;
  /** Whose it is to be. */
  readonly account: Account;
  readonly error: Error | null;
  readonly onChange: (access: Access) => void;
}

export const noAccess: Access = {
  way: 'kubectl',
  kubeconfig: '',
  context: '',
  server: '',
  certificate_authority: '',
  token: '',
};

/** As the API takes it: one way, and nothing that was left empty. */
export function accessBody({ way, kubeconfig, context, server, certificate_authority, token }: Access) {
  if (way === 'kubectl') return { kubeconfig: unbroken(kubeconfig) };
  if (way === 'kubeconfig') return { kubeconfig, ...(context.trim() === '' ? {} : { context: context.trim() }) };
  return {
    server: server.trim(),
    token: token.trim(),
    ...(certificate_authority.trim() === '' ? {} : { certificate_authority }),
  };
}
