import { option } from '../completion/choices.ts';

/** What can be asked of the logs of pods, whoever they belong to. */
export const logOptions = [
  option('--pod <pod>', 'of one pod'),
  option('--previous', 'of the container before the last restart'),
  option('--since <age>', 'how far back to begin: 30s, 10m, 2h').default('10m'),
  option('--tail <count>', 'how many lines of each pod to begin with; default: 200'),
  option('-f, --follow', 'go on with what is written from now on (default)'),
  option('--no-follow', 'end when all is shown'),
  option('--grep <text>', 'only lines that contain this text, in any case'),
];
