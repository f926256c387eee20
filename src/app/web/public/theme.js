// Applies the chosen theme before the first paint, so that nothing flashes. The page's own code changes it later.
try {
  const theme = localStorage.getItem('orrery.theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme stays.
}
