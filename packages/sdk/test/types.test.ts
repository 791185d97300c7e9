import { describe, expectTypeOf, test } from 'vitest';
import { type Client, createClient, isApiError, type List, type Page, type Schemas } from '../src/index.ts';

/** Held by the type checker; nothing here is called. */
const client: Client = createClient({ baseUrl: 'http://127.0.0.1/api' });
type Token = Schemas['auth']['Token'];

describe('the compiler knows', () => {
  test('what a path answers', () => {
    const get = () => client.get('/auth/api/v1/service-accounts/{id}', { params: { id: 'x' } });
    expectTypeOf<Awaited<ReturnType<typeof get>>['data']>().toEqualTypeOf<Schemas['auth']['ServiceAccount']>();
    expectTypeOf<Awaited<ReturnType<typeof get>>['status']>().toEqualTypeOf<200>();
    const remove = () => client.delete('/auth/api/v1/tokens/{id}', { params: { id: 'x' } });
    expectTypeOf<Awaited<ReturnType<typeof remove>>['data']>().toEqualTypeOf<undefined>();
  });

  test('what a list is made of', () => {
    const list = () => client.list('/auth/api/v1/tokens');
    expectTypeOf<ReturnType<typeof list>>().toEqualTypeOf<List<Token>>();
    expectTypeOf<ReturnType<typeof list>['pages']>().toEqualTypeOf<AsyncIterable<Page<Token>>>();
  });

  test('which error it is', () => {
    const codeOf = (error: unknown) => (isApiError(error, 'not_found', 'gone') ? error.code : undefined);
    expectTypeOf(codeOf).returns.toEqualTypeOf<'not_found' | 'gone' | undefined>();
    const statusOf = (error: unknown) => (isApiError(error) ? error.status : undefined);
    expectTypeOf(statusOf).returns.toEqualTypeOf<number | undefined>();
  });

  test('what is wrong', () => {
    const wrong = () => [
      // @ts-expect-error -- there is no such path
      client.get('/auth/api/v1/tokenz'),
      // @ts-expect-error -- not with this method
      client.put('/auth/api/v1/tokens', {}),
      // @ts-expect-error -- its id is missing
      client.get('/auth/api/v1/roles/{id}'),
      // @ts-expect-error -- there is no such query parameter
      client.get('/auth/api/v1/tokens', { query: { size: 1 } }),
      // @ts-expect-error -- there is no such scope
      client.post('/auth/api/v1/tokens', { body: { name: 'x', scopes: ['write'] } }),
      // @ts-expect-error -- not a list
      client.list('/auth/api/v1/me'),
      // @ts-expect-error -- there is no such code
      isApiError(undefined, 'not_fund'),
      // @ts-expect-error -- either the one or the other
      createClient({ baseUrl: '', token: 'x', clientCredentials: { clientId: '', clientSecret: '' } }),
    ];
    expectTypeOf(wrong).toBeFunction();
  });
});
