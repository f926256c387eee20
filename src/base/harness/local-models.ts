// The names of models as Ollama has them.

/** Whether it is one of those that are there. Ollama lists `llama3` as `llama3:latest`. */
export function hasModel(present: readonly string[], model: string): boolean {
  return present.includes(model) || present.includes(`${model}:latest`)
}
