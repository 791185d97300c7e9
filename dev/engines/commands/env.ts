import { join } from 'node:path';
import { adminKubeconfig, kube, kube2 } from '../clusters/cluster.ts';
import { dockerSocket } from '../docker/machine.ts';
import type { Home } from '../runtime/home.ts';
import { chromiumOf, kubectlOf } from '../runtime/own-programs.ts';
import { imageTags } from '../versions.ts';

/** The settings everything else reads: where each engine is and how to come in. */
export async function environmentOf(home: Home): Promise<Readonly<Record<string, string>>> {
  const database = (role: 'owner' | 'app') =>
    `postgresql://wheelhouse_${role}:${home.secret(role)}@127.0.0.1:${home.port('postgresql')}/wheelhouse`;
  const broker = `wheelhouse:${home.secret('rabbitmq')}@127.0.0.1`;
  return {
    DATABASE_URL: database('app'),
    MIGRATE_DATABASE_URL: database('owner'),
    RABBITMQ_URL: `amqp://${broker}:${home.port('rabbitmq')}`,
    RABBITMQ_MANAGEMENT_URL: `http://${broker}:${home.port('rabbitmqManagement')}`,
    VALKEY_URL: `redis://:${home.secret('valkey')}@127.0.0.1:${home.port('valkey')}`,
    KUBECONFIG: adminKubeconfig(home, kube),
    KUBE2_KUBECONFIG: adminKubeconfig(home, kube2),
    KUBECTL: await kubectlOf(home),
    KUBE_AUDIT_LOG: join(home.dir, 'kube-apiserver', 'audit.log'),
    KUBE2_AUDIT_LOG: join(home.dir, 'kube2-apiserver', 'audit.log'),
    TEST_REGISTRY: `127.0.0.1:${home.port('registry')}`,
    TEST_IMAGE: `127.0.0.1:${home.port('registry')}/web:${imageTags.web}`,
    CHROMIUM: await chromiumOf(home),
    DOCKER_HOST: `unix://${dockerSocket(home)}`,
  };
}
