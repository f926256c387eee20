// Every route that a room has bound to its schemas, found by the files' name, so that a new room needs no line here.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { schemasOf, type AnySchemas, type Bound } from '#platform/server/http/bind.ts'
import { root } from './entry.ts'

export type KnownRoute = { readonly method: string; readonly path: string; readonly schemas: AnySchemas }

/** The route that this request went to; of two that fit, the one with more words of its own in its path. */
export function findRoute(routes: readonly KnownRoute[], method: string, pathname: string): KnownRoute | null {
  const fitting = routes.filter((route) => route.method === method && fits(route.path, pathname))
  return fitting.toSorted((a, b) => parametersIn(a.path) - parametersIn(b.path))[0] ?? null
}

function fits(path: string, pathname: string): boolean {
  const wanted = path.split('/')
  const given = pathname.split('/')
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
}

function parametersIn(path: string): number {
  return path.split('/:').length
}

export async function readBoundRoutes(): Promise<readonly KnownRoute[]> {
  const files = globSync('src/{platform/server/*,rooms/*/server}/bound-routes.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  return modules
    .flatMap((module) => Object.values(module))
    .flatMap((value) => (isBound(value) ? [value] : Object.values(value as object).filter(isBound)))
    .map((bound) => ({ method: bound.route.method, path: bound.route.path, schemas: schemasOf(bound) }))
}

function isBound(value: unknown): value is Bound {
  return typeof value === 'object' && value !== null && 'route' in value && 'schemas' in value
}
