// How the page becomes an app of this device: by a button where the browser lets a page ask, else by steps.
import { createRemembered } from '../store/remembered.ts'
import { createValue } from '../store/value-store.ts'

/** What Chromium gives to a page that can be installed. public/theme.js keeps it, since it may come before any other script. */
type InstallOffer = Event & { readonly prompt: () => Promise<{ readonly outcome: string }> }

/** `button`: the browser asks for it. `ios`: by Share. `menu`: by the browser's own menu, if it installs pages. */
export type InstallWay = 'installed' | 'button' | 'ios' | 'menu' | 'insecure'

type Device = {
  readonly isStandalone: boolean
  readonly isSecure: boolean
  readonly hasOffer: boolean
  readonly userAgent: string
  readonly touchPoints: number
}

/** An iPad says that it is a Mac, which has no fingers. */
export function installWay({ isStandalone, isSecure, hasOffer, userAgent, touchPoints }: Device): InstallWay {
  if (isStandalone) return 'installed'
  if (hasOffer) return 'button'
  if (!isSecure) return 'insecure'
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
  return isApple ? 'ios' : 'menu'
}

const offered = globalThis as { installOffer?: InstallOffer | null }

export const way = createValue<InstallWay>(readWay())

function readWay(): InstallWay {
  return installWay({
    isStandalone: matchMedia('(display-mode: standalone)').matches,
    isSecure: isSecureContext,
    hasOffer: (offered.installOffer ?? null) !== null,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  })
}

/** Hears of offers, and of an installation, for the life of the page. */
export function followInstalling(): void {
  for (const event of ['install-offered', 'appinstalled'])
    globalThis.addEventListener(event, () => {
      if (event === 'appinstalled') offered.installOffer = null
      way.set(readWay())
    })
  way.set(readWay())
}

/** An offer is good for one question. */
export async function askToInstall(): Promise<void> {
  const { installOffer: offer } = offered
  offered.installOffer = null
  await offer?.prompt()
  way.set(readWay())
}

export const iosSteps =
  'In Safari: press Share, then Add to Home Screen. Notifications reach an iPhone only from there.'

/** When it was hinted at last, in milliseconds. */
export const hintedAt = createRemembered('install.hinted', 0)

const monthMs = 30 * 24 * 60 * 60 * 1000

/** A hint is for who can follow it at once, and not twice within a month. */
export function isHintDue(found: InstallWay, lastMs: number, nowMs: number): boolean {
  return (found === 'button' || found === 'ios') && nowMs - lastMs >= monthMs
}
