import { command, group } from '../../declare/command.ts';

export const commands = [
  group('rules', 'list rules with how often each helped; switch one on or off, resume it', () => import('./rules.ts')),
  command('records', {
    about: 'show how often what each rule proposed has helped, by kind of action',
    load: () => import('./records.ts'),
  }),
  group('analyses', 'list and show what was concluded from incidents, ask for it again', () => import('./analyses.ts')),
  group('verdicts', 'list what became of actions, say that it was otherwise', () => import('./verdicts.ts')),
  group(
    'recommendations',
    'list and show what would spare the next incident, accept or dismiss it',
    () => import('./recommendations.ts'),
  ),
];
