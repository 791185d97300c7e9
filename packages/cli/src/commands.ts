/** What an operator does on the machine of the installation. The server's own program does it; here it is only named. */
export const serverCommands: Readonly<Record<string, string>> = {
  serve: 'run the modules: --target a,b|all, --role all|http|worker',
  migrate: 'migrate status, migrate up: the database schemas',
  config: 'config check: every fault of the settings at once',
  doctor: 'what is wrong with each dependency, and the next step',
  secrets: 'secrets rewrap: stored secrets under the newest key',
  audit: 'audit verify: whether the audit trails are as they were sealed',
  admin: 'admin setup-link, admin recover-owner: how an installation or an owner gets in',
};

const width = Math.max(...Object.keys(serverCommands).map((name) => name.length));

export const usage = `wheelhouse COMMAND [options]

${Object.entries(serverCommands)
  .map(([name, about]) => `  ${name.padEnd(width)}   ${about}`)
  .join('\n')}

  --help, --version

exit codes: 0 ok; 1 failed, or something is wrong or pending; 2 wrong usage; 78 wrong settings`;
