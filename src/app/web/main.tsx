// Starts the page.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#platform/web/theme/fonts.css'
import '#platform/web/theme/tokens.css'
import '#platform/web/ui/plain-parts.ts'
import { signInByFragment } from '#platform/web/auth/login.ts'
import { followOtherTabs } from '#platform/web/auth/token.ts'
import { App } from './app.tsx'

followOtherTabs()
void signInByFragment()
// A login link that is opened in a tab with the page in it changes the fragment alone, and loads nothing.
globalThis.addEventListener('hashchange', () => void signInByFragment())
const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
