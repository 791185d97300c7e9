/** What tests have started and not stopped. The runner's setup file fails a file that leaves anything here. */
export const running = new Set<symbol>();
