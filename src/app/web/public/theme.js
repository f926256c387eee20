// What browsers tell a page once, maybe before its own code is there: that it can be installed.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  globalThis.installOffer = event
  dispatchEvent(new Event('install-offered'))
})

// Applies the chosen theme before the first paint, so that nothing flashes. The page's own code changes it later.
try {
  const theme = localStorage.getItem('orrery.theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's theme stays.
}
