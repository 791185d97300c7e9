import { Type } from 'typebox';
import { exampleIds, exampleUrl } from '../examples.ts';
import { timestampSchema, uuidSchema } from '../ids.ts';
import { failureSchema } from '../messages/failure.ts';
import { nullable, oneOf, text } from '../shapes.ts';
import { defineEvent, snapshot } from './definition.ts';

/** SHA-1 or SHA-256, as the Git host names the commit. */
const commitSha = Type.String({ pattern: '^([0-9a-f]{40}|[0-9a-f]{64})$' });

const times = { started_at: timestampSchema, finished_at: timestampSchema };

const exampleCommit = '9f2c1ab7d05e4c6b8a31f0e2d4c5b6a798071625';

export const pipelineRunCompleted = defineEvent({
  type: 'pipeline.run_completed',
  sentWhen: 'A CI pipeline run finishes, success or failure',
  data: snapshot({
    pipeline_id: uuidSchema,
    pipeline_name: text(),
    run_id: uuidSchema,
    number: Type.Integer({ minimum: 1, description: 'Number of the run within its pipeline' }),
    conclusion: oneOf(['success', 'failure', 'canceled', 'timed_out', 'skipped', 'stale']),
    ref: text('Branch or tag'),
    commit_sha: commitSha,
    commit_title: Type.String({ description: 'First line of the commit message' }),
    trigger: text('What started the run, for example push'),
    failed_step: nullable(text()),
    app_id: nullable(uuidSchema),
    ...times,
  }),
  example: {
    pipeline_id: exampleIds.pipeline,
    pipeline_name: 'checkout',
    run_id: exampleIds.pipelineRun,
    number: 318,
    conclusion: 'failure',
    ref: 'refs/heads/main',
    commit_sha: exampleCommit,
    commit_title: 'Ask the payment provider twice before giving up',
    trigger: 'push',
    failed_step: 'integration tests',
    app_id: exampleIds.app,
    started_at: '2026-11-12T08:50:03.900Z',
    finished_at: '2026-11-12T08:56:41.115Z',
    url: exampleUrl(`pipelines/${exampleIds.pipeline}/runs/${exampleIds.pipelineRun}`),
  },
});

export const buildCompleted = defineEvent({
  type: 'build.completed',
  sentWhen: 'An image build finishes, success or failure',
  data: snapshot({
    build_id: uuidSchema,
    build_configuration_id: uuidSchema,
    app_id: nullable(uuidSchema),
    status: oneOf(['succeeded', 'failed', 'canceled', 'timed_out']),
    image: Type.With(nullable(text()), { description: 'Null if none was built' }),
    digest: nullable(Type.String({ pattern: '^[a-z0-9]+:[0-9a-f]{32,}$' })),
    ref: text('Branch or tag'),
    commit_sha: commitSha,
    error: nullable(failureSchema),
    ...times,
  }),
  example: {
    build_id: exampleIds.build,
    build_configuration_id: exampleIds.buildConfiguration,
    app_id: exampleIds.app,
    status: 'succeeded',
    image: 'registry.example.com/shop/checkout:9f2c1ab',
    digest: 'sha256:4c7f0d2b9e81a6354d0c5b7e9f1a2836475869708192a3b4c5d6e7f8091a2b3c',
    ref: 'refs/heads/main',
    commit_sha: exampleCommit,
    error: null,
    started_at: '2026-11-12T08:52:40.870Z',
    finished_at: '2026-11-12T08:57:10.446Z',
    url: exampleUrl(`builds/${exampleIds.build}`),
  },
});
