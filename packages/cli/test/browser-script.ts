/** A browser in which somebody is signed in, and who agrees: a program that is given the address, as $BROWSER is. */
export function browserScript(url: string, headers: Readonly<Record<string, string>>): string {
  return `#!${process.execPath}
const { searchParams } = new URL(process.argv[2]);
const [name, challenge, state, port] = ['name', 'challenge', 'state', 'port'].map((key) => searchParams.get(key));
const answer = await fetch('${url}/api/auth/api/v1/tokens/hand-over', {
  method: 'POST',
  headers: { ...${JSON.stringify(headers)}, 'content-type': 'application/json' },
  body: JSON.stringify({ name, challenge, scopes: ['read', 'deploy', 'admin'] }),
});
const { code } = await answer.json();
await fetch(\`http://127.0.0.1:\${port}/?\${new URLSearchParams({ code, state })}\`);
`;
}
