// What can go wrong with a model server, in words for the person who runs it.

export type ModelFailure = {
  readonly code:
    | 'model_unreachable'
    | 'model_missing'
    | 'model_error'
    | 'model_context_full'
    | 'model_timeout'
    | 'model_answer_too_large'
    | 'model_answer_unreadable'
    | 'model_answer_cut'
    | 'cancelled'
  /** One sentence. */
  readonly reason: string
  /** What to do next. */
  readonly hint: string | null
}

export const cancelled: ModelFailure = { code: 'cancelled', reason: 'The request was cancelled.', hint: null }

export function unreachable(url: string, cause: string): ModelFailure {
  return {
    code: 'model_unreachable',
    reason: `No model server answers at ${url}: ${cause}.`,
    hint: 'Start it (Ollama: `ollama serve`), or name another in model.url of config.json or SERVICE_MODEL_URL.',
  }
}

export function noModel(url: string): ModelFailure {
  return {
    code: 'model_missing',
    reason: `The model server at ${url} lists no model.`,
    hint: 'Load one (Ollama: `ollama pull qwen3:8b`), or name it in model.name of config.json or SERVICE_MODEL.',
  }
}

/** `says` is what the server answered, cut by the caller. */
export function refused(url: string, status: number, says: string): ModelFailure {
  const what = says === '' ? '' : `: ${says}`
  return {
    code: isTooLong(status, says) ? 'model_context_full' : 'model_error',
    reason: `The model server at ${url} answered ${status}${what}`,
    hint: hintFor(status, says),
  }
}

/** How llama.cpp, vLLM, LM Studio and others put it that prompt and answer are longer than the context. */
const saysTooLong =
  /(context|prompt|input|sequence)[ _-](size|length|window|overflow)|maximum context|too long|too large|exceeds? the|n_ctx/i

const isTooLong = (status: number, says: string): boolean =>
  [400, 413, 422, 500].includes(status) && saysTooLong.test(says)

function hintFor(status: number, says: string): string {
  if (status >= 300 && status < 400) {
    return 'Redirects are not followed, so that nothing is sent elsewhere: put the final address into model.url.'
  }
  if (status === 401 || status === 403) {
    return 'It asks for a key, and Orrery sends none: start it without one, or name another server in model.url.'
  }
  if (status === 404) {
    return 'Look at model.url, which ends in /v1 for most servers, and at model.name: `orrery doctor` lists its models.'
  }
  if (isTooLong(status, says)) {
    return 'Set model.contextTokens to the context that the server gives, or give it more (llama.cpp: -c, vLLM: --max-model-len).'
  }
  if (status === 503 && /load/i.test(says)) return 'It is still loading its model: run again in a moment.'
  return "The model server's own log has more; `orrery doctor` tells whether it lists the model."
}

export function timedOut(url: string, seconds: number): ModelFailure {
  return {
    code: 'model_timeout',
    reason: `The model server at ${url} did not answer within ${seconds} s.`,
    hint: 'Raise model.timeoutSeconds, lower model.contextTokens for smaller batches, or take a faster model.',
  }
}

export function tooLarge(url: string, limitBytes: number): ModelFailure {
  return {
    code: 'model_answer_too_large',
    reason: `The answer of the model server at ${url} is larger than ${limitBytes / 1024 / 1024} MiB.`,
    hint: 'Look whether model.url is that of a model server.',
  }
}

const isItAServer =
  'Look whether model.url is the base address of an OpenAI-compatible server, as in http://127.0.0.1:11434/v1.'

export function unreadable(url: string, what: string): ModelFailure {
  return {
    code: 'model_answer_unreadable',
    reason: `What ${url} answers is no chat completion: ${what}.`,
    hint: isItAServer,
  }
}

export function noList(url: string, what: string): ModelFailure {
  return {
    code: 'model_answer_unreadable',
    reason: `What ${url}/models answers is no list of models: ${what}.`,
    hint: isItAServer,
  }
}

export function cutShort(): ModelFailure {
  return {
    code: 'model_answer_cut',
    reason: 'The model stopped in the middle of its answer, since its context was full.',
    hint: 'Give the server more context and say so in model.contextTokens, or switch off its long thinking.',
  }
}
