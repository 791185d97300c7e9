/** The page around the API browser: who is looking, and with what credential things are tried. */

const tokenKey = 'wheelhouse-docs-token';
const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Kept for this tab only; undefined when the session cookie, or nothing, speaks for us. */
let token = sessionStorage.getItem(tokenKey) ?? undefined;

const element = (id) => document.getElementById(id);

// The API browser would try whether it may make programs out of text. It may not, and the try is a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** Every request of the page, the API browser's too. */
async function ask(input, init) {
  const request = new Request(input, { ...init, credentials: 'same-origin' });
  // An empty token would hide the session.
  if (/^bearer\s*$/i.test(request.headers.get('authorization') ?? '')) request.headers.delete('authorization');
  if (!safe.has(request.method)) request.headers.set('x-wheelhouse-csrf', 'docs');
  return fetch(request);
}

function askWithToken(input, init) {
  const request = new Request(input, init);
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  return ask(request);
}

async function begin() {
  const answer = await askWithToken('docs/sources.json').catch(() => undefined);
  if (answer?.ok) return show(await answer.json());
  return askForToken(
    answer === undefined || token !== undefined || answer.status !== 401 ? await whyNot(answer) : undefined,
  );
}

async function whyNot(answer) {
  if (answer === undefined) return 'The API cannot be reached right now.';
  const { error } = await answer.json().catch(() => ({}));
  return error?.message ?? `The API answered ${answer.status}.`;
}

function askForToken(why) {
  element('why').textContent = why ?? '';
  element('why').hidden = why === undefined;
  element('door').hidden = false;
  element('token').focus();
}

function remember(given) {
  token = given;
  if (given === undefined) sessionStorage.removeItem(tokenKey);
  else sessionStorage.setItem(tokenKey, given);
}

element('form').addEventListener('submit', (event) => {
  event.preventDefault();
  remember(element('token').value.trim());
  element('token').value = '';
  element('door').hidden = true;
  void begin();
});

element('change').addEventListener('click', () => {
  const hadToken = token !== undefined;
  remember(undefined);
  // What the browser has drawn holds the token too: begin anew.
  if (hadToken) location.reload();
  else location.assign('?token');
});

function tellHow(isPublic) {
  const how = isPublic ? 'open to anyone' : 'with your session';
  element('known-by').textContent = token === undefined ? how : 'with a token kept in this tab';
  element('change').textContent = token === undefined ? 'Use a token' : 'Forget it';
  element('bar').hidden = false;
}

async function show({ public: isPublic, dashboard, program, sources }) {
  history.replaceState(undefined, '', location.pathname + location.hash);
  element('dashboard').hidden = !dashboard;
  tellHow(isPublic);
  await load(program);
  const descriptions = new Set(sources.map(({ url }) => new URL(url, location.href).href));
  window.Scalar.createApiReference('#api', {
    sources: sources.map(({ title, url }) => ({ title, slug: title.replaceAll('/', '-'), url })),
    customFetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href).href;
      return descriptions.has(url) ? askWithToken(input, init) : ask(input, init);
    },
    authentication:
      token === undefined
        ? { preferredSecurityScheme: 'session' }
        : { preferredSecurityScheme: 'bearer', securitySchemes: { bearer: { token } } },
    persistAuth: false,
    theme: 'none',
    withDefaultFonts: false,
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    hideClientButton: true,
    showDeveloperTools: 'never',
    defaultOpenFirstTag: false,
    operationTitleSource: 'summary',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    setPageTitle: ({ title }) => `${title} · Wheelhouse API`,
  });
}

function load(program) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = program;
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    document.head.append(script);
  });
}

if (new URLSearchParams(location.search).has('token')) askForToken();
else void begin();
