// Starts the page.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#platform/web/theme/fonts.css'
import '#platform/web/theme/tokens.css'
import '#platform/web/ui/plain-parts.ts'
import { signInByFragment } from '#platform/web/auth/login.ts'
import { followOtherTabs } from '#platform/web/auth/token.ts'
import { followOtherDrafts } from '#platform/web/drafts/use-draft.ts'
import { App, openPage } from './app.tsx'
import { fetchRooms } from './rooms.ts'

followOtherTabs()
followOtherDrafts()
void signInByFragment()
// A login link that is opened in a tab with the page in it changes the fragment alone, and loads nothing.
globalThis.addEventListener('hashchange', () => void signInByFragment())
void start()

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('no root')
  const page = openPage(await fetchRooms())
  createRoot(root).render(
    <StrictMode>
      <App page={page} />
    </StrictMode>,
  )
}
