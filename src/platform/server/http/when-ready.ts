// Routes that wait for what they serve: a service listens before everything in it is loaded.
import type { Api } from './api.ts'

/** Mounts routes whose requests wait until `ready` resolves; while it is rejected, they fail. */
export function whenReady(api: Api, ready: Promise<void>, mount: (scope: Api) => void): void {
  void api.register((scope, _options, done) => {
    scope.addHook('preHandler', () => ready)
    mount(scope)
    done()
  })
}
