// What the page takes from the vault; all of it is loaded with its first use.
import { KeyRound } from 'lucide-react'
import { navigate } from 'wouter/use-browser-location'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { vaultPath, vaultSetupPath } from './paths.ts'

const Dashboard = lazyPart(() => import('./pages.ts').then(({ pages }) => pages.dashboard))
const Setup = lazyPart(() => import('./pages.ts').then(({ pages }) => pages.setup))

/** What a machine reads, with the end of it, for its panel. */
export const VaultOfDevice = lazyPart(() => import('./pages.ts').then(({ pages }) => pages.ofDevice))

/** Keys for agents on devices: fabric mode alone. */
export const vaultRoom: PageRoom = {
  name: 'vault',
  pages: [
    { label: 'Vault', path: vaultPath, Page: Dashboard },
    { label: 'Set up the vault', path: vaultSetupPath, Page: Setup },
  ],
  commands: [
    {
      id: 'vault.open',
      title: 'Open the vault',
      group: 'Devices',
      icon: KeyRound,
      run: () => navigate(vaultPath),
    },
  ],
}
