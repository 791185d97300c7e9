// Before the first paint, so that nobody is blinded by the other theme, and no table jumps. Without a choice the
// system's theme holds.
try {
  const theme = localStorage.getItem('wheelhouse.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (localStorage.getItem('wheelhouse.rows') === 'compact') document.documentElement.dataset.rows = 'compact';
} catch {
  // A browser that keeps nothing keeps no choice.
}
