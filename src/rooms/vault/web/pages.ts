// The pages of the vault, fetched together with what encrypts.
import { DashboardPage } from './dashboard-page.tsx'
import { DeviceVault } from './device-vault.tsx'
import { SetupPage } from './setup-page.tsx'

export const pages = { dashboard: DashboardPage, setup: SetupPage, ofDevice: DeviceVault }
