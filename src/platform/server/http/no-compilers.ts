// Keeps fastify from its own schema compilers: they take longer to load than all our routes, and are not in the bundle.

/** For an instance whose validator and serializer are set right after it is made. */
export const noCompilers = {
  compilersFactory: { buildValidator: unused, buildSerializer: unused },
}

function unused(): never {
  throw new Error('the compilers of schemas are ours')
}
