import type { ClusterState } from '../state/cluster-state.ts';
import { objectKey } from '../state/facts.ts';
import type { IssueObject } from './rule.ts';

/** The sentences of messages: numbers, at most three examples, and what a warning of the cluster adds. */

const mostExamples = 3;

export function nodeObject(name: string): IssueObject {
  return { kind: 'Node', namespace: null, name };
}

/** From `Kind/namespace/name`. */
export function objectOf(key: string): IssueObject {
  const [kind = '', namespace = '', name = ''] = key.split('/');
  return { kind, namespace, name };
}

export function podName(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

/** `web-1, web-2, web-3 and 4 more`. */
export function examples(names: readonly string[]): string {
  const shown = names.slice(0, mostExamples).join(', ');
  return names.length > mostExamples ? `${shown} and ${names.length - mostExamples} more` : shown;
}

export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The message, and what the newest warning about the first of these objects that has one adds to it. */
export function withWarning(state: ClusterState, message: string, about: readonly string[]): string {
  for (const object of about) {
    const text = state.warningAbout(object)?.text;
    if (text !== undefined) return message.includes(text) ? message : `${message} (${text})`;
  }
  return message;
}

export function nodeKey(name: string): string {
  return objectKey('Node', '', name);
}
