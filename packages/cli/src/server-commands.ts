/** What an operator does on the machine of the installation. The server's own program does it; here it is only named. */
export const serverCommands = {
  serve: { about: 'run the modules: --target a,b|all, --role all|http|worker', steps: [] },
  migrate: { about: 'migrate status, migrate up: the database schemas', steps: ['status', 'up'] },
  config: { about: 'config check: report every invalid setting at once', steps: ['check'] },
  doctor: { about: 'check each dependency and say what to fix', steps: [] },
  secrets: { about: 'secrets rewrap: re-encrypt stored secrets with the newest key', steps: ['rewrap'] },
  admin: {
    about: 'admin setup-link, admin recover-owner: regain access to an installation',
    steps: ['setup-link', 'recover-owner'],
  },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly steps: readonly string[] }>>;

/** Of a trail that people may read everywhere, and check where its keys are. */
const auditVerify = ['audit', 'verify'] as const;

export function isForServer([command = '', step]: readonly string[]): boolean {
  return Object.hasOwn(serverCommands, command) || (command === auditVerify[0] && step === auditVerify[1]);
}
