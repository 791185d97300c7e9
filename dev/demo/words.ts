import type { SetupLink } from '@wheelhouse/auth/admin';
import { deployKinds } from '../seed/app-stage.ts';
import { faultKinds } from './fault.ts';

/** What a newcomer reads. */

export function arrival(url: string, link: SetupLink | undefined): string {
  return ['', 'Wheelhouse is up; its cluster follows.', '', ...places(url, link), ''].join('\n');
}

export function farewell(url: string, link: SetupLink | undefined): string {
  return [
    '',
    ...places(url, link),
    '',
    `  Next           in another terminal: npm run demo -- break ${faultKinds[0]}   (or ${faultKinds.slice(1).join(', ')})`,
    `  Deploy         npm run demo -- deploy ${deployKinds[2]}   (or ${deployKinds.filter((kind) => kind !== deployKinds[2]).join(', ')})`,
    '  Stop           Ctrl-C; the engines stay up for the next time. Those too: npm run demo -- down',
    '',
  ].join('\n');
}

function places(url: string, link: SetupLink | undefined): readonly string[] {
  return [
    `  Dashboard      ${url}`,
    `  API reference  ${url}/api/docs`,
    ...(link === undefined
      ? [`  Sign in        ${url}/login   (it is set up already)`]
      : [
          `  Set up         ${link.url}`,
          `                 opens once, until ${link.expiresAt.toISOString().slice(11, 16)} UTC: whoever opens it is the owner`,
        ]),
  ];
}
