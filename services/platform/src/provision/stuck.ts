export interface NamespaceRead {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly finalizers?: readonly string[];
    readonly deletionTimestamp?: string;
  };
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

/** Told by the controller that empties namespaces, the most telling first. */
const telling = [
  'NamespaceFinalizersRemaining',
  'NamespaceContentRemaining',
  'NamespaceDeletionContentFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionDiscoveryFailure',
];
const ofKubernetes = 'kubernetes';

/** What stays in a namespace that is being deleted, and what holds it. */
export function whatStays({ metadata, spec, status }: NamespaceRead): string {
  const conditions = status?.conditions?.filter((one) => one.status === 'True') ?? [];
  const said = telling.flatMap((type) => conditions.filter((one) => one.type === type && one.message !== undefined));
  const words = said.map(({ message = '' }) => message.replace(/[.\s]*$/, ''));
  const own = [...(metadata.finalizers ?? []), ...(spec?.finalizers?.filter((one) => one !== ofKubernetes) ?? [])];
  if (own.length > 0)
    words.push(`The namespace itself has ${own.length === 1 ? 'the finalizer' : 'the finalizers'} ${own.join(', ')}`);
  if (words.length === 0) return `Namespace ${metadata.name} is still being deleted.`;
  return `Namespace ${metadata.name} is still being deleted. ${words.join('. ')}.`;
}
