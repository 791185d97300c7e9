import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { versions } from '../versions.ts';
import type { Recipe } from './cache.ts';
import { run } from './shell.ts';

const goDir = join(import.meta.dirname, '..', 'go');

/** Static, path-free, stripped: the same sources give the same programs on every machine. */
const goEnv = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-trimpath -buildvcs=false' };

async function go(
  args: readonly string[],
  cwd: string,
  log: (text: string) => void,
  onPackage?: () => void,
): Promise<string> {
  if (!process.env['PATH']?.split(':').some((dir) => existsSync(join(dir, 'go')))) {
    throw new Error('go is not on PATH. Next step: install Go 1.26 or newer, then run this again');
  }
  // Kindly: PostgreSQL and its peers start while this builds, and people use them.
  return run('nice', ['-n', '10', 'go', ...args], {
    cwd,
    env: goEnv,
    onOutput: (chunk) => {
      log(chunk);
      for (const line of chunk.split('\n')) if (/^[\w.-]+(\/\S+)*$/.test(line)) onPackage?.();
    },
  });
}

async function goVersion(): Promise<string> {
  return run('go', ['env', 'GOVERSION'], { cwd: goDir }).catch(() => 'none');
}

/** Kubernetes' own release build sets these; without them the server calls itself v0.0.0-master. */
function kubernetesVersionFlags(): string {
  const [major = '', minor = ''] = versions.kubernetes.split('.');
  const values = {
    gitVersion: `v${versions.kubernetes}`,
    gitMajor: major,
    gitMinor: minor,
    gitTreeState: 'clean',
    gitCommit: `v${versions.kubernetes}`,
  };
  const places = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
  return places
    .flatMap((place) => Object.entries(values).map(([name, value]) => `-X ${place}.${name}=${value}`))
    .join(' ');
}

/** One module for all: the programs share nearly every package they are compiled from. */
export const kubernetesPrograms: Recipe = {
  name: 'kubernetes',
  title: `Kubernetes ${versions.kubernetes}, etcd, KWOK and metrics-server`,
  inputs: async () => [
    await readFile(join(goDir, 'kubernetes/go.mod'), 'utf8'),
    await readFile(join(goDir, 'kubernetes/go.sum'), 'utf8'),
    await readFile(join(goDir, 'kubernetes/etcd/main.go'), 'utf8'),
    kubernetesVersionFlags(),
    await goVersion(),
  ],
  make: async (into, log, step) => {
    const module = join(goDir, 'kubernetes');
    step('downloading modules');
    await go(['mod', 'download'], module, log);
    const all = (await go(['list', '-deps', 'tool', './etcd'], module, () => undefined)).split('\n').length;
    let compiled = 0;
    const count = () => {
      compiled += 1;
      step(`${compiled} of at most ${all} packages compiled`);
    };
    const flags = `-s -w ${kubernetesVersionFlags()}`;
    await go(['build', '-v', '-ldflags', flags, '-o', `${into}/`, 'tool', './etcd'], module, log, count);
  },
};

/** Programs that are installable by name and version. */
function installed(name: string, title: string, wanted: readonly string[], tags = ''): Recipe {
  return {
    name,
    title,
    inputs: async () => [...wanted, tags, await goVersion()],
    make: async (into, log, step) => {
      for (const [index, program] of wanted.entries()) {
        step(`${index} of ${wanted.length} done`);
        await run('nice', ['-n', '10', 'go', 'install', '-ldflags', '-s -w', `-tags=${tags}`, program], {
          env: { ...goEnv, GOBIN: into },
          onOutput: log,
        });
      }
    },
  };
}

export const nodePrograms: Recipe = installed(
  'node-programs',
  `containerd ${versions.containerd}, CNI plugins, registry and crane`,
  [
    ...['containerd', 'containerd-shim-runc-v2', 'ctr'].map(
      (name) => `github.com/containerd/containerd/v2/cmd/${name}@v${versions.containerd}`,
    ),
    ...['main/bridge', 'ipam/host-local', 'main/loopback'].map(
      (name) => `github.com/containernetworking/plugins/plugins/${name}@v${versions.cniPlugins}`,
    ),
    `github.com/distribution/distribution/v3/cmd/registry@v${versions.registry}`,
    `github.com/google/go-containerregistry/cmd/crane@v${versions.crane}`,
  ],
  'no_btrfs,no_aufs,no_zfs',
);

const imageSources = ['web', 'pause'] as const;

/** The test images' layers: one static program each, and nothing else. */
export const imageLayers: Recipe = {
  name: 'image-layers',
  title: 'the test images',
  inputs: async () => [
    ...(await Promise.all(imageSources.map((name) => readFile(join(goDir, `images/${name}/main.go`), 'utf8')))),
    await goVersion(),
  ],
  make: async (into, log) => {
    for (const name of imageSources) {
      const layer = join(into, `${name}-layer`);
      await mkdir(layer);
      await go(['build', '-ldflags', '-s -w', '-o', join(layer, name), `./${name}`], join(goDir, 'images'), log);
      await copyFile(join(layer, name), join(into, name));
      const reproducible = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
      await run('tar', [...reproducible, '-C', layer, '-cf', join(into, `${name}.tar`), name]);
      await rm(layer, { recursive: true });
    }
  },
};

/** Reads a compose file as docker compose would; only a test needs it. */
export const composeReader: Recipe = {
  name: 'compose-reader',
  title: 'the compose file reader',
  inputs: async () => [
    await readFile(join(goDir, 'compose/main.go'), 'utf8'),
    await readFile(join(goDir, 'compose/go.sum'), 'utf8'),
    await goVersion(),
  ],
  make: async (into, log) => {
    await go(['build', '-ldflags', '-s -w', '-o', `${into}/`, '.'], join(goDir, 'compose'), log);
  },
};
