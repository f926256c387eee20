// Settings: the page as an app of this device.
import { useEffect, type ReactNode } from 'react'
import { Setting } from '../settings/setting.tsx'
import { useValue } from '../store/value-store.ts'
import { Button } from '../ui/button.tsx'
import { askToInstall, followInstalling, iosSteps, way, type InstallWay } from './installing.ts'

export function InstallSection(): ReactNode {
  const found = useValue(way)
  useEffect(() => followInstalling(), [])
  return (
    <section>
      <h2>App</h2>
      <Setting title="Install Orrery" text={words[found]}>
        {found === 'button' ? <Button label="Install" onClick={() => void askToInstall()} /> : null}
      </Setting>
    </section>
  )
}

const words: Readonly<Record<InstallWay, string>> = {
  installed: 'This is the installed app.',
  button: 'An icon, a window of its own, and a copy of the page for when there is no network.',
  ios: iosSteps,
  menu: 'In the browser’s menu: Install Orrery, Install, or Add to Dock. Where there is no such line, this browser installs no pages, or has installed it.',
  insecure: 'Browsers install pages over HTTPS or from this machine alone: see “HTTPS at home” in the guide.',
}
