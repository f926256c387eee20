// The routes of hooks with their schemas; that of events reads its body itself.
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'
import {
  hookClientQuerySchema,
  hooksInstalledSchema,
  hooksRemovedSchema,
  hooksStateSchema,
  hookTestSchema,
} from '../contract.ts'

export const hookRoutes = {
  installHooks: bind(routes.installHooks, {
    summary: "Put our hooks into a client's settings; everything else in them stays as it is",
    query: hookClientQuerySchema,
    answer: hooksInstalledSchema,
  }),
  removeHooks: bind(routes.removeHooks, {
    summary: "Take our hooks out of a client's settings",
    query: hookClientQuerySchema,
    answer: hooksRemovedSchema,
  }),
  readHooks: bind(routes.readHooks, {
    summary: 'Whose hooks are installed where, and how the script stands',
    answer: hooksStateSchema,
  }),
  testHooks: bind(routes.testHooks, {
    summary: 'Send one event through the hook script, as an agent would',
    query: hookClientQuerySchema,
    answer: hookTestSchema,
  }),
}
