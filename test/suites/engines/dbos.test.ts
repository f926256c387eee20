// The shared suite against the engine on PostgreSQL.
import { after } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { openDbosPlaces } from './dbos-rig.ts'
import { engineSuite } from './engine-suite.ts'

const places = openDbosPlaces()
after(() => places.close())
engineSuite('dbos', places.openRig, withoutPostgres)
