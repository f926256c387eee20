// Settings: how the page looks in this browser.
import type { ReactNode } from 'react'
import { Setting } from '../settings/setting.tsx'
import { useValue } from '../store/value-store.ts'
import { chooseTheme, theme, themes } from './theme.ts'

export function ThemeSection(): ReactNode {
  const chosen = useValue(theme)
  return (
    <section>
      <h2>Look</h2>
      <Setting title="Theme" text="Kept in this browser. System follows the light or dark setting of your device.">
        <span className="choice" role="group" aria-label="Theme">
          {themes.map((each) => (
            <button key={each} type="button" aria-pressed={each === chosen} onClick={() => chooseTheme(each)}>
              {each.charAt(0).toUpperCase() + each.slice(1)}
            </button>
          ))}
        </span>
      </Setting>
    </section>
  )
}
