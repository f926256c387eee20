// The frame around every page: bars, the page of the address, overlays, toasts and keys.
import { Moon } from 'lucide-react'
import { lazy, useMemo, type ReactNode } from 'react'
import { Link, Route, Switch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { loginAsked } from '../auth/ask-for-login.ts'
import { commandOverlay, openPalette, openShortcuts } from '../commands/palette-state.ts'
import { useCommands, type Command } from '../commands/registry.ts'
import { useKeys } from '../commands/use-keys.ts'
import { useValue } from '../store/value-store.ts'
import { switchTheme } from '../theme/theme.ts'
import { Empty } from '../ui/empty.tsx'
import { LazyHost } from '../ui/lazy-host.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { runNewestAction } from '../ui/toasts.ts'
import { Tabbar, Topbar } from './topbar.tsx'
import { hrefOf, type Tab } from './tabs.ts'
import './shell.css'

type Props = {
  readonly tabs: readonly Tab[]
  /** At the right of the top bar: the count of what needs a person, the live dot. */
  readonly end: ReactNode
  readonly marks: Readonly<Record<string, ReactNode>>
  /** A page without bars, in the place of all others; null where there is none at the address. */
  readonly bare?: ReactNode
  /** Panels and overlays of rooms, over whichever page is shown. */
  readonly children: ReactNode
}

export function Shell({ tabs, end, marks, bare = null, children }: Props): ReactNode {
  useKeys()
  useCommands(useMemo(() => [...tabs.map(goTo), ...pageCommands], [tabs]))
  if (bare !== null) {
    return (
      <>
        <LazyHost fallback={<Skeleton lines={3} />}>{bare}</LazyHost>
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
      <main id="page" tabIndex={-1}>
        <LazyHost fallback={<Skeleton lines={3} />}>
          <Switch>
            {tabs.map(({ id, path, Page }) => (
              <Route key={id} path={path}>
                <Page />
              </Route>
            ))}
            <Route>
              <NoPage />
            </Route>
          </Switch>
        </LazyHost>
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
  { id: 'page.palette', title: 'Search or run', group: 'Page', keys: 'mod+k', run: openPalette, keysOnly: true },
  { id: 'page.keys', title: 'Show all keys', group: 'Page', keys: '?', run: openShortcuts },
  { id: 'page.theme', title: 'Switch between dark and light', group: 'Page', icon: Moon, run: switchTheme },
  {
    id: 'page.undo',
    title: 'Undo, or what a notice offers',
    group: 'Page',
    keys: 'z',
    run: runNewestAction,
    keysOnly: true,
  },
]

const Palette = lazy(() => import('../commands/palette.tsx').then(({ Palette }) => ({ default: Palette })))
const ShortcutSheet = lazy(() =>
  import('../commands/shortcut-sheet.tsx').then(({ ShortcutSheet }) => ({ default: ShortcutSheet })),
)
const LoginDialog = lazy(() => import('../auth/login-dialog.tsx').then(({ LoginDialog }) => ({ default: LoginDialog })))

function CommandOverlays(): ReactNode {
  const overlay = useValue(commandOverlay)
  const asked = useValue(loginAsked)
  return (
    <>
      <LazyHost>{overlay === 'palette' ? <Palette /> : overlay === 'shortcuts' ? <ShortcutSheet /> : null}</LazyHost>
      <LazyHost>{asked === null ? null : <LoginDialog what={asked.what} />}</LazyHost>
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
