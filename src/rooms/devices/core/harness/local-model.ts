// Whether a model is one of this machine, by what its server says before anything is asked of it.

export type ModelFacts = {
  readonly model: string
  /** Null where the address of the server is none. */
  readonly server: { readonly origin: string; readonly isLoopback: boolean } | null
  /** Null where nobody answered. */
  readonly version: string | null
  /** What the server tells of the model; null where it has none of that name. */
  readonly shown: { readonly remoteHost: string | null } | null
}

/** Why the model is not run, and what to do; null when it is local and there. */
export function whyNotLocal({ model, server, version, shown }: ModelFacts): { reason: string; hint: string } | null {
  if (/(^|[:-])cloud$/i.test(model)) {
    return { reason: `${model} runs in a cloud.`, hint: 'Choose a model that runs on the device.' }
  }
  // It would be taken for an option of the program.
  if (!/^[A-Za-z0-9]/.test(model)) return { reason: `${model} is no name of a model.`, hint: 'Choose another model.' }
  if (server === null || !server.isLoopback) {
    return {
      reason: 'The model server of the device is on another machine.',
      hint: 'Set OLLAMA_HOST there to an address of the device itself, as 127.0.0.1:11434.',
    }
  }
  if (version === null) {
    return { reason: 'The model server does not answer.', hint: 'Start it on the device, as with: ollama serve' }
  }
  if (shown === null) {
    return { reason: `The device has no model ${model}.`, hint: `Fetch it there with: ollama pull ${model}` }
  }
  if (shown.remoteHost !== null) {
    return { reason: `${model} runs on ${shown.remoteHost}.`, hint: 'Choose a model that runs on the device.' }
  }
  return null
}
