// The routes of Home.
import { route } from '#platform/route.ts'
import type { HomeAnswer, HomeMachine, HomeMachineQuery, HomeQuery } from './contract.ts'

const access = 'local_or_authenticated'

/** What matters now: who needs a person, what ran, what comes, and the first steps. */
export const readHome = route<{ query: Partial<HomeQuery>; answer: HomeAnswer }>()({
  method: 'GET',
  path: '/api/home',
  access,
})

/** How the machine is, as doctor sees it; looks anew when the last look is old. Takes credentials, as doctor's own route. */
export const readMachine = route<{ query: HomeMachineQuery; answer: HomeMachine }>()({
  method: 'GET',
  path: '/api/home/machine',
  access: 'authenticated',
})
