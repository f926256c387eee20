// Says once a month that the page can be an app, where that is one press away or a few.
import { toast } from '../ui/toasts.ts'
import { askToInstall, followInstalling, hintedAt, iosSteps, isHintDue, way } from './installing.ts'

/** Until it is answered or closed. */
const lastsMs = 24 * 60 * 60 * 1000

export function hintInstall(): void {
  followInstalling()
  hintIfDue()
  way.subscribe(hintIfDue)
}

function hintIfDue(): void {
  const found = way.get()
  if (!isHintDue(found, hintedAt.read(), Date.now())) return
  hintedAt.write(Date.now())
  const title = 'Orrery can be an app of this device.'
  if (found === 'ios') return void toast({ tone: 'done', title, text: iosSteps, lastsMs })
  const text = 'With an icon, a window of its own, and a copy of the page for when there is no network.'
  toast({ tone: 'done', title, text, lastsMs, action: { label: 'Install', run: () => void askToInstall() } })
}
