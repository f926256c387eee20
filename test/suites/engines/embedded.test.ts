// The shared suite against the embedded engine.
import { openEmbeddedRig } from './embedded-rig.ts'
import { engineSuite } from './engine-suite.ts'

engineSuite('embedded', openEmbeddedRig)
