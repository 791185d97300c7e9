import { alikeCases, startTestProcess, type TestProcess } from '@wheelhouse/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentRecommendationModule } from '../src/module.ts';

/** What every route answers alike, made from the routes. */
let house: TestProcess;

beforeAll(async () => {
  house = await startTestProcess([agentRecommendationModule]);
});
afterAll(() => house.stop());

test.each(alikeCases(agentRecommendationModule).map((one) => [one.name, one] as const))(
  '%s',
  async (_name, { ask, status }) => {
    expect(await ask(house)).toMatchObject({ status });
  },
);
