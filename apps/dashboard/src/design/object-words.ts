interface Named {
  readonly kind: string;
  readonly namespace?: string | null | undefined;
  readonly name: string;
}

/** "Deployment shop/checkout", "Node kwok-0007". */
export function objectWords({ kind, namespace, name }: Named): string {
  return `${kind} ${namespace === null || namespace === undefined ? name : `${namespace}/${name}`}`;
}
