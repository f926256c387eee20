// The route by which agents report, and the one that installs their hooks.
import { route } from '#platform/route.ts'
import type {
  HookClientQuery,
  HooksInstalled,
  HooksRemoved,
  HooksState,
  HookTest,
  Ingest,
  IngestAnswer,
} from './contract.ts'

/**
 * Takes an event of an agent; answers once it is committed, whether or not the state accepts it. For programs of this
 * machine alone.
 */
export const ingestEvent = route<{ body: Ingest; answer: IngestAnswer }>()({
  method: 'POST',
  path: '/api/hooks/ingest',
  access: 'local_only',
})

/** Puts our hooks into a client's settings, as `orrery hook install` does; a second time changes nothing. */
export const installHooks = route<{ query: HookClientQuery; answer: HooksInstalled }>()({
  method: 'POST',
  path: '/api/hooks/install',
  access: 'authenticated',
})

/** Takes them out again, as `orrery hook uninstall` does. */
export const removeHooks = route<{ query: HookClientQuery; answer: HooksRemoved }>()({
  method: 'POST',
  path: '/api/hooks/uninstall',
  access: 'authenticated',
})

/** What is installed where, as `orrery hook status` tells it. */
export const readHooks = route<{ answer: HooksState }>()({
  method: 'GET',
  path: '/api/hooks/installed',
  access: 'authenticated',
})

/** Sends one event through the script, as an agent would; it belongs to no session and changes none. */
export const testHooks = route<{ query: HookClientQuery; answer: HookTest }>()({
  method: 'POST',
  path: '/api/hooks/test',
  access: 'authenticated',
})
