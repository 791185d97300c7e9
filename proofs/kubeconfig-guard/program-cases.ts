import { atOnce, type HostileCase } from './hostile-case.ts';
import { certificateUser, clusterOf, configOf, tokenUser, type Way, yamlOf } from './kubeconfigs.ts';
import type { Traps } from './traps.ts';

/** Kubeconfigs that would have a program run, in the spellings that readers fall for. */
export function programCases(way: Way, { program }: Traps): readonly HostileCase[] {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: program, interactiveMode: 'Never' };
  const cluster = clusterOf(way);
  const asExec = (name: string, kubeconfig: string) => atOnce(name, { kubeconfig }, 'exec');
  const inYaml = (name: string, ...user: readonly string[]) => asExec(name, yamlOf(way, user));
  const block = `{ command: ${program}, interactiveMode: Never }`;
  const token = `token: ${way.token}`;
  const good = { name: 'me', user: tokenUser(way) };
  return [
    asExec('exec, in JSON', configOf(cluster, { exec })),
    asExec('exec beside a good token', configOf(cluster, { ...tokenUser(way), exec })),
    asExec('exec beside a good certificate', configOf(cluster, { ...certificateUser(way), exec })),
    asExec(
      'exec of a user that the context does not name',
      configOf(cluster, {}, { users: [good, { name: 'other', user: { exec } }] }),
    ),
    inYaml('exec, in YAML', `exec: ${block}`),
    inYaml('exec under a quoted, escaped key', token, `"\\x65\\u0078ec": ${block}`),
    inYaml('exec as a complex key', token, '? exec', `: ${block}`),
    inYaml('exec with a tag', token, `exec: !!map ${block}`),
    inYaml('exec in a flow', `{ ${token}, exec: ${block} }`),
    asExec(
      'exec by an alias',
      yamlOf(way, [token, 'exec: *hidden'], ['x-hidden: &hidden', `  command: ${program}`, '  interactiveMode: Never']),
    ),
    atOnce(
      'exec by a merge key',
      { kubeconfig: yamlOf(way, [token, '<<: *hidden'], ['x-hidden: &hidden', `  exec: ${block}`]) },
      'exec',
      'malformed',
    ),
    atOnce(
      'exec by the second of two same keys',
      { kubeconfig: yamlOf(way, [token, `exec: ${block}`, 'exec: null']) },
      'exec',
      'malformed',
    ),
    atOnce(
      'two lists of users, one with exec',
      { kubeconfig: `${yamlOf(way, [token])}users: [{ name: me, user: { exec: ${block} } }]\n` },
      'exec',
      'malformed',
    ),
    atOnce(
      'two users of one name, one with exec',
      { kubeconfig: configOf(cluster, {}, { users: [good, { name: 'me', user: { exec } }] }) },
      'exec',
      'malformed',
    ),
    atOnce(
      'two same keys in JSON',
      {
        kubeconfig: configOf(cluster, tokenUser(way)).replace(
          '"users":',
          `"users":[{"name":"me","user":{"exec":${JSON.stringify(exec)}}}],"users":`,
        ),
      },
      'exec',
      'malformed',
    ),
    atOnce(
      'exec in a second document',
      { kubeconfig: `${yamlOf(way, [token])}---\n${yamlOf(way, [`exec: ${block}`])}` },
      'exec',
      'malformed',
    ),
    atOnce(
      'exec in other letters, and nothing else',
      { kubeconfig: configOf(cluster, { Exec: exec }) },
      'exec',
      'malformed',
      'no_credentials',
    ),
    atOnce(
      'exec by the prototype of a user',
      {
        kubeconfig: configOf(cluster, {}).replace('"user":{}', `"user":{"__proto__":{"exec":${JSON.stringify(exec)}}}`),
      },
      'exec',
      'malformed',
      'no_credentials',
    ),
    atOnce(
      'a function as the token',
      {
        kubeconfig: yamlOf(way, [
          `token: !!js/function 'function () { require("child_process").execSync("${program}") }'`,
        ]),
      },
      'malformed',
    ),
    atOnce(
      'a call as the token',
      { kubeconfig: yamlOf(way, [`token: !!python/object/apply:os.system ["${program}"]`]) },
      'malformed',
    ),
    atOnce(
      'auth-provider with a command',
      {
        kubeconfig: configOf(cluster, {
          'auth-provider': { name: 'gcp', config: { 'cmd-path': program, 'cmd-args': 'x' } },
        }),
      },
      'auth_provider',
    ),
    atOnce(
      'auth-provider beside a good token',
      { kubeconfig: configOf(cluster, { ...tokenUser(way), 'auth-provider': { name: 'oidc', config: {} } }) },
      'auth_provider',
    ),
  ];
}
