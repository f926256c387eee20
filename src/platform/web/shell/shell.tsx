// The frame around every page: bars, the page of the address, overlays, toasts and keys.
import { Moon, Undo2 } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { Link, Route, Switch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { PartBoundary } from '../lazy/part-boundary.tsx'
import { lazyOverlay } from '../lazy/lazy-part.tsx'
import { settingsCommands } from '../auth/access-commands.ts'
import { loginAsked } from '../auth/ask-for-login.ts'
import { signOutAsked } from '../auth/sign-out.ts'
import { loadPaletteSources } from '../commands/palette-sources.ts'
import { commandOverlay, openPalette, openShortcuts, typedAhead } from '../commands/palette-state.ts'
import { useCommands, type Command } from '../commands/registry.ts'
import { useKeys } from '../commands/use-keys.ts'
import { useValue } from '../store/value-store.ts'
import { switchTheme } from '../theme/theme.ts'
import { Empty } from '../ui/empty.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { undo } from '../undo/undo.ts'
import { Tabbar, Topbar } from './topbar.tsx'
import type { RoomPage } from './page-room.ts'
import { hrefOf, type Tab } from './tabs.ts'
import './shell.css'

type Props = {
  readonly tabs: readonly Tab[]
  readonly pages: readonly RoomPage[]
  /** At the right of the top bar: the count of what needs a person, the live dot. */
  readonly end: ReactNode
  readonly marks: Readonly<Record<string, ReactNode>>
  /** Between the top bar and the page: what is wrong with all that is shown. */
  readonly notice?: ReactNode
  /** A page without bars, in the place of all others; null where there is none at the address. */
  readonly bare?: ReactNode
  /** Panels and overlays of rooms, over whichever page is shown. */
  readonly children: ReactNode
}

export function Shell({ tabs, pages, end, marks, notice = null, bare = null, children }: Props): ReactNode {
  useKeys()
  useCommands(
    useMemo(() => [...tabs.map(goTo), ...pageCommands, ...settingsCommands], [tabs]),
    'everywhere',
  )
  if (bare !== null) {
    return (
      <>
        <PartBoundary>{bare}</PartBoundary>
        <CommandOverlays />
        <Toaster />
      </>
    )
  }
  return (
    <>
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <Topbar tabs={tabs} end={end} />
      {notice}
      <main id="page" tabIndex={-1}>
        <Switch>
          {[...pages, ...tabs].map(({ path, Page }) => (
            <Route key={path} path={path}>
              <PartBoundary>
                <Page />
              </PartBoundary>
            </Route>
          ))}
          <Route>
            <NoPage />
          </Route>
        </Switch>
      </main>
      <Tabbar tabs={tabs} marks={marks} />
      {children}
      <CommandOverlays />
      <Toaster />
    </>
  )
}

function goTo(tab: Tab): Command {
  return {
    id: `go.${tab.id}`,
    title: `Go to ${tab.label}`,
    group: 'Go to',
    keys: `g ${tab.key}`,
    icon: tab.icon,
    run: () => navigate(hrefOf(tab)),
  }
}

const pageCommands: readonly Command[] = [
  {
    id: 'page.palette',
    title: 'Search or run',
    group: 'Page',
    keys: 'mod+k',
    run: openPalette,
    keysOnly: true,
    whileTyping: true,
  },
  { id: 'page.keys', title: 'Show all keys', group: 'Page', keys: '?', run: openShortcuts },
  { id: 'page.theme', title: 'Switch between dark and light', group: 'Page', icon: Moon, run: switchTheme },
  { id: 'page.undo', title: 'Undo', group: 'Page', keys: 'z', icon: Undo2, run: () => void undo() },
]

const Palette = lazyOverlay(async () => {
  try {
    const [{ Palette }] = await Promise.all([import('../commands/palette.tsx'), loadPaletteSources()])
    return Palette
  } catch (error) {
    // The failure is told; keys mean commands again.
    typedAhead.set(null)
    throw error
  }
})
const ShortcutSheet = lazyOverlay(() =>
  import('../commands/shortcut-sheet.tsx').then(({ ShortcutSheet }) => ShortcutSheet),
)
const SignOutDialog = lazyOverlay(() =>
  import('../auth/sign-out-dialog.tsx').then(({ SignOutDialog }) => SignOutDialog),
)
const LoginDialog = lazyOverlay(() => import('../auth/login-dialog.tsx').then(({ LoginDialog }) => LoginDialog))

function CommandOverlays(): ReactNode {
  const overlay = useValue(commandOverlay)
  const asked = useValue(loginAsked)
  const unsent = useValue(signOutAsked)
  return (
    <>
      {overlay === 'palette' ? <Palette /> : overlay === 'shortcuts' ? <ShortcutSheet /> : null}
      {asked === null ? null : <LoginDialog what={asked.what} />}
      {unsent === null ? null : <SignOutDialog unsent={unsent} />}
    </>
  )
}

function NoPage(): ReactNode {
  return (
    <>
      <h1 className="sr">No page</h1>
      <Empty title="There is no page at this address">
        <Link className="btn" href="/">
          Go home
        </Link>
      </Empty>
    </>
  )
}
