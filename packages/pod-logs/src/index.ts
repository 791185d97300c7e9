export { askedFor, logsParameters } from './asked.ts';
export { cursorIn } from './cursor.ts';
export { lineIn } from './log-line.ts';
export { noPods, podLogs, type PodLogsGiven, seenUpTo, toldAll } from './pod-logs.ts';
export { noRevisions, type Revisions } from './revisions.ts';
