/** Ends when this process is asked to stop. npm and the terminal may both ask; once is enough. */
export function stopAsked(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}
