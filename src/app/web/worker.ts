// The worker of the page: lives while no tab is open. Each part of it listens for itself; a part that joins adds its line.
import { serveOffline } from './worker/offline.ts'
import type { WorkerScope } from './worker/scope.ts'
import { showPushes } from './worker/pushes.ts'

/** Set by the build: tells the files of one build of the page from those of another. */
declare const pageVersion: string

// In a worker `self` is its scope, which the types of a page do not know.
const scope = self as unknown as WorkerScope

serveOffline(scope, pageVersion)
showPushes(scope)
