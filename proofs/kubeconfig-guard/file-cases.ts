import { atOnce, type HostileCase } from './hostile-case.ts';
import { base64, certificateUser, clusterOf, configOf, tokenUser, type Way, yamlOf } from './kubeconfigs.ts';
import type { Traps } from './traps.ts';

/** Where a container of ours would have its own credential. */
const ownToken = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** Kubeconfigs that would have a file of ours read. */
export function fileCases(way: Way, { file, fifo, home }: Traps): readonly HostileCase[] {
  const refused = (name: string, cluster: object, user: object, more: object = {}) =>
    atOnce(
      name,
      { kubeconfig: configOf({ ...clusterOf(way), ...cluster }, { ...user }, { ...more }) },
      'file_reference',
    );
  const token = tokenUser(way);
  return [
    refused('certificate-authority', { 'certificate-authority': file }, token),
    refused(
      'certificate-authority without data',
      { 'certificate-authority': file, 'certificate-authority-data': undefined },
      token,
    ),
    refused('certificate-authority of a cluster that is not chosen', {}, token, {
      clusters: [
        { name: 'here', cluster: clusterOf(way) },
        { name: 'other', cluster: { server: way.server, 'certificate-authority': file } },
      ],
    }),
    refused('client-certificate and client-key', {}, { 'client-certificate': file, 'client-key': file }),
    refused('client-key beside its certificate', {}, { ...certificateUser(way), 'client-key': file }),
    refused('tokenFile', {}, { tokenFile: file }),
    refused('tokenFile beside a good token', {}, { ...token, tokenFile: file }),
    refused('tokenFile of a user that is not chosen', {}, token, {
      users: [
        { name: 'me', user: token },
        { name: 'other', user: { tokenFile: file } },
      ],
    }),
    refused('tokenFile that never answers', {}, { tokenFile: fifo }),
    refused('tokenFile in a home', {}, { tokenFile: `${home}/.kube/config` }),
    refused('tokenFile by a relative path', {}, { tokenFile: '../../../../../../../../etc/shadow' }),
    refused('tokenFile of our own credential', {}, { tokenFile: ownToken }),
    refused('tokenFile of our own environment', {}, { tokenFile: '/proc/self/environ' }),
    atOnce(
      'a path where data should be',
      { kubeconfig: configOf({ server: way.server, 'certificate-authority-data': `file://${file}` }, token) },
      'malformed',
      'file_reference',
    ),
    atOnce(
      'the name of a file as the data',
      { kubeconfig: configOf({ server: way.server, 'certificate-authority-data': base64(file) }, token) },
      'malformed',
    ),
    atOnce(
      'tokenFile by an alias',
      { kubeconfig: yamlOf(way, ['tokenFile: *path'], [`x-path: &path ${file}`]) },
      'file_reference',
    ),
    atOnce('an included file', { kubeconfig: yamlOf(way, [`token: !include ${file}`]) }, 'malformed'),
  ];
}
