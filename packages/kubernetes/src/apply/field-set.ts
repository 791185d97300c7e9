/**
 * A set of fields of an object, as `fieldsV1` of managedFields writes it: a tree of path elements (`f:name`,
 * `k:{"name":"web"}`, `v:"value"`, `i:0`), in which `.` says that the inner node is a member itself. The server writes
 * every element in one way only, so that elements can be compared as texts.
 */
export interface FieldSet {
  /** Whether the field at which the tree begins is a member. That of the whole object never is. */
  readonly isMember: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

export type FieldPath = readonly string[];

const self = '.';
const nothing: FieldSet = { isMember: false, children: new Map() };

/** Of `fieldsV1`; what is no tree has no fields. */
export function fieldSetOf(fieldsV1: unknown): FieldSet {
  return { isMember: false, children: childrenIn(fieldsV1) };
}

function childrenIn(given: unknown): ReadonlyMap<string, FieldSet> {
  if (typeof given !== 'object' || given === null) return nothing.children;
  const elements = Object.entries(given).filter(([element]) => element !== self);
  return new Map(elements.map(([element, below]) => [element, nodeOf(below)]));
}

function nodeOf(given: unknown): FieldSet {
  const children = childrenIn(given);
  const isNamed = typeof given === 'object' && given !== null && Object.hasOwn(given, self);
  return { isMember: isNamed || children.size === 0, children };
}

/** Back to `fieldsV1`. */
export function fieldsV1Of({ children }: FieldSet): object {
  return Object.fromEntries(
    [...children].map(([element, below]) => {
      const isInnerMember = below.isMember && below.children.size > 0;
      return [element, { ...(isInnerMember && { [self]: {} }), ...fieldsV1Of(below) }];
    }),
  );
}

export function isEmpty({ isMember, children }: FieldSet): boolean {
  return !isMember && [...children.values()].every(isEmpty);
}

export function union(one: FieldSet, other: FieldSet): FieldSet {
  const children = new Map(one.children);
  for (const [element, below] of other.children) {
    const here = children.get(element);
    children.set(element, here === undefined ? below : union(here, below));
  }
  return { isMember: one.isMember || other.isMember, children };
}

/** Without the members of the other; what is below a member that goes, stays. */
export function difference(one: FieldSet, other: FieldSet): FieldSet {
  const children = [...one.children].map(
    ([element, below]) => [element, difference(below, other.children.get(element) ?? nothing)] as const,
  );
  return {
    isMember: one.isMember && !other.isMember,
    children: new Map(children.filter(([, below]) => !isEmpty(below))),
  };
}

/**
 * What is at or below one of these paths; and where there is anything, the members on the way to it: who owns an
 * annotation owns the map that it stands in.
 */
export function within(set: FieldSet, paths: readonly FieldPath[]): FieldSet {
  if (paths.some((path) => path.length === 0)) return set;
  const children = [...set.children].map(([element, below]) => {
    const onward = paths.filter(([first]) => first === element).map(([, ...rest]) => rest);
    return [element, onward.length === 0 ? nothing : within(below, onward)] as const;
  });
  const found = new Map(children.filter(([, below]) => !isEmpty(below)));
  return found.size === 0 ? nothing : { isMember: set.isMember, children: found };
}

/** Each member by its path. */
export function* membersOf(set: FieldSet, path: FieldPath = []): Generator<FieldPath> {
  if (set.isMember) yield path;
  for (const [element, below] of set.children) yield* membersOf(below, [...path, element]);
}
