import { type FieldPath, fieldSetOf, membersOf } from './field-set.ts';

/** Who wrote which fields of an object, as the API server keeps it. */
export interface ManagedFieldsEntry {
  readonly manager?: string;
  readonly operation?: 'Apply' | 'Update';
  readonly apiVersion?: string;
  readonly time?: string;
  readonly fieldsType?: string;
  readonly fieldsV1?: unknown;
  readonly subresource?: string;
}

export interface Managed {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly managedFields?: readonly ManagedFieldsEntry[];
  };
}

/** An entry, for people. */
export interface FieldManager {
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  readonly time: string | undefined;
  readonly subresource: string | undefined;
  /** `spec.template.spec.containers[name=web].image`, `metadata.annotations[example.com/note]`. */
  readonly paths: readonly string[];
}

export function managersOf({ metadata }: Managed): readonly FieldManager[] {
  return (metadata.managedFields ?? []).map((entry) => ({
    manager: entry.manager ?? '',
    operation: entry.operation ?? 'Update',
    time: entry.time,
    subresource: isOfSubresource(entry) ? entry.subresource : undefined,
    paths: [...membersOf(fieldSetOf(entry.fieldsV1))].map(textOf),
  }));
}

export function isOfSubresource({ subresource }: ManagedFieldsEntry): boolean {
  return subresource !== undefined && subresource !== '';
}

const isPlain = /^[\w-]+$/;

function textOf(path: FieldPath): string {
  return path.map(elementText).join('').replace(/^\./, '');
}

function elementText(element: string): string {
  const [kind, rest] = [element.slice(0, 2), element.slice(2)];
  if (kind === 'f:') return isPlain.test(rest) ? `.${rest}` : `[${rest}]`;
  if (kind === 'k:') return `[${keysText(rest)}]`;
  return kind === 'v:' ? `[=${rest}]` : `[${rest}]`;
}

/** `{"containerPort":80,"protocol":"TCP"}` is `containerPort=80,protocol=TCP`. */
function keysText(keys: string): string {
  try {
    const entries = Object.entries(JSON.parse(keys));
    return entries.map(([name, value]) => `${name}=${String(value)}`).join(',');
  } catch {
    return keys;
  }
}
