/** How late a timer of this process comes at worst, until it is stopped. */
export function restlessness(): { readonly stop: () => number } {
  const everyMs = 50;
  let last = performance.now();
  let most = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    most = Math.max(most, now - last - everyMs);
    last = now;
  }, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.round(most);
    },
  };
}
