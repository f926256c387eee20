// Whether a person put the first steps away, in this browser.
import { createValue } from '#platform/web/store/value-store.ts'

const name = 'home-steps-hidden'

export const stepsHidden = createValue(localStorage.getItem(name) !== null)

stepsHidden.subscribe(() => {
  if (stepsHidden.get()) localStorage.setItem(name, '1')
  else localStorage.removeItem(name)
})
