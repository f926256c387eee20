// The number of the last migration that this program knows, which its database has.
import { migrations } from '#platform/server/db/all-migrations.ts'

export const schemaNumber = Math.max(...migrations.map(({ number }) => number))
