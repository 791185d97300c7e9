/** What an operator does on the machine of the installation. The server's own program does it; here it is only named. */
export const serverCommands = {
  serve: { about: 'run the modules: --target a,b|all, --role all|http|worker', steps: [] },
  migrate: { about: 'migrate status, migrate up: the database schemas', steps: ['status', 'up'] },
  config: { about: 'config check: every fault of the settings at once', steps: ['check'] },
  doctor: { about: 'what is wrong with each dependency, and the next step', steps: [] },
  secrets: { about: 'secrets rewrap: stored secrets under the newest key', steps: ['rewrap'] },
  admin: {
    about: 'admin setup-link, admin recover-owner: how an installation or an owner gets in',
    steps: ['setup-link', 'recover-owner'],
  },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly steps: readonly string[] }>>;

/** Of a trail that people may read everywhere, and check where its keys are. */
const auditVerify = ['audit', 'verify'] as const;

export function isForServer([command = '', step]: readonly string[]): boolean {
  return Object.hasOwn(serverCommands, command) || (command === auditVerify[0] && step === auditVerify[1]);
}
